-- Text as it is searched: lower case, accents folded in every Latin script however they are written, letters without a
-- decomposition by their nearest, marks between words taken for spaces, apostrophes and format characters dropped. Capitals of
-- the Greek and Cyrillic scripts are written out: not every locale of a database lowers them. `foldText` in kit is the same.
create or replace function fold_search_text(value text) returns text language sql immutable parallel safe return
  case when octet_length(value) = char_length(value) then lower(translate(value, '.,/_+-''', '      '))
  else lower(replace(replace(replace(replace(translate(
    regexp_replace(
      normalize(translate(value, '™℠', '  '), NFKD),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u064b-\u065f\u0670\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff''’‘ʼʻ]',
      '', 'g'),
    'øØłŁđĐðÐħĦŧŦŋŊıĸəƏƒςẞÆŒÞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄІЈЉЊЋЏҐ.,/_+-‐‒–—―⁄、。・',
    'oollddddhhttnnikeefσßæœþαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєіјљњћџґ               '),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
  end;

-- What rows keep of their words is made again where it came out otherwise: those that hold such letters. Indexes that work
-- theirs out are rebuilt by the migrations after this one.
update recipient set name = name
where octet_length(concat(name, email, notes)) <> char_length(concat(name, email, notes))
  and search <> team_words(team_id,
    coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || phone_words(phone_number) || ' ' || coalesce(notes, ''));

update gift_message set message = message
where octet_length(concat(message, notes, from_name)) <> char_length(concat(message, notes, from_name))
  and search <> team_words(team_id, coalesce(message, '') || ' ' || coalesce(notes, '') || ' ' || coalesce(from_name, ''));
