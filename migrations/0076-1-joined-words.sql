-- A text by its letters and digits alone, folded: a case reference is found whichever marks and spaces it is typed with.
create function joined_words(value text) returns text language sql immutable parallel safe return
  regexp_replace(fold_search_text(value), '[[:space:][:punct:]]+', '', 'g');
