-- When anything of an award was first paid out: what a report's days to cash are worked out from. It follows the timeline, whichever release
-- writes that; no one else writes it, and `posy reconcile` works it out again.
create table award_first_paid (
  award_id uuid primary key references award,
  grant_id uuid not null references funder_grant,
  -- When the award was made: a report's days are of that.
  made_at timestamptz not null,
  -- First, for one that was issued again.
  issued_at timestamptz not null,
  paid_at timestamptz not null
);
create index award_first_paid_grant on award_first_paid (grant_id, made_at) include (issued_at, paid_at);

create function add_award_first_paid(awards uuid[]) returns void language sql as $$
  insert into award_first_paid (award_id, grant_id, made_at, issued_at, paid_at)
  select award.id, award.grant_id, award.created_at,
    coalesce(min(event.at) filter (where event.to_status = 'issued'), award.created_at), min(event.at) filter (where event.paid_pence > 0)
  from unnest(awards) as moved (id) join award on award.id = moved.id join award_event as event on event.award_id = award.id
  where award.paid_pence > 0
  group by award.id
  on conflict (award_id) do nothing
$$;

create function record_award_first_paid() returns trigger language plpgsql as $$
declare
  awards uuid[];
begin
  select array_agg(distinct award_id) into awards from added where paid_pence > 0;
  if awards is not null then
    perform add_award_first_paid(awards);
  end if;
  return null;
end $$;
-- From here to the end no award changes, so that what was paid before counts once.
create trigger award_event_first_paid after insert on award_event referencing new table as added
  for each statement execute function record_award_first_paid();

select add_award_first_paid(array(select id from award where paid_pence > 0));
