-- What colleagues wrote of an award may name its person, and goes when they are erased; all else that happened stays as it was.
create function check_award_event_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.reason = 'erased' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'rows of award_event are permanent' using errcode = 'restrict_violation';
end $$;
create or replace trigger award_event_append_only before update or delete on award_event for each row execute function check_award_event_kept();
