-- Whom an address belongs to, wherever people are counted; `personAddress` in kit is the same.
create function person_address(email text) returns text language sql immutable parallel safe return
  case when lower(email) ~ '^[^+@]+(\+[^@]*)?@(gmail|googlemail)\.com$'
    then replace(regexp_replace(lower(email), '[+@].*$', ''), '.', '') || '@gmail.com'
    else regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@')
  end;
