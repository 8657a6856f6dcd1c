-- Every part of a case's reference that begins at one of its letters or digits, whatever marks are between them: support is told a part of it.
create function case_parts(value text) returns tsvector language sql immutable parallel safe return
  array_to_tsvector(array(select substr(letters, place)
    from (select translate(upper(value), ' -/.,:#_', '') as letters) as plain, generate_series(1, length(letters) - 2) as place));
