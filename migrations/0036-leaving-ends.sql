-- A request to leave that is over keeps no account. One without a person was carried out: operators closed the account.
alter table team_leaving
  drop constraint team_leaving_check,
  add constraint team_leaving_end check (withdrawn_by is null or withdrawn_at is not null) not valid,
  alter column sealed drop not null;
update team_leaving set withdrawn_at = team.deactivated_at
from team where team.id = team_leaving.team_id and team.deactivated_at > team_leaving.asked_at and withdrawn_at is null;
update team_leaving set sealed = null where withdrawn_at is not null;
