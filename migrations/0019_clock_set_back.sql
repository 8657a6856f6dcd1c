-- Where no team is there yet, nothing has happened by the business clock: there it may be set back, so that a history can be
-- played before it catches up with the wall clock. From the first team on it only moves forward, as it always did.
alter table business_clock drop constraint business_clock_offset_ms_check;

create or replace function refuse_clock_backwards() returns trigger language plpgsql as $$
begin
  if new.offset_ms < old.offset_ms and exists (select from team) then
    raise exception 'the business clock only moves forward' using errcode = 'check_violation', constraint = 'business_clock_forward';
  end if;
  return new;
end $$;
