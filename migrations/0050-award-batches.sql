-- Awards that were made from one list, all or none, and that one second person decides on together.
create table award_batch (
  id uuid primary key,
  team_id uuid not null references team,
  grant_id uuid not null,
  name text not null check (name <> ''),
  -- How its awards fare after it was issued, they say.
  status text not null check (status in ('referred', 'issued', 'declined', 'cancelled')),
  awards integer not null check (awards > 0),
  amount_pence bigint not null check (amount_pence > 0),
  currency text not null,
  created_by uuid not null references app_user,
  decided_by uuid references app_user,
  change_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  foreign key (grant_id, team_id) references funder_grant (id, team_id),
  constraint award_batch_decider check (decided_by is null or decided_by <> created_by)
);
create index award_batch_team on award_batch (team_id, created_at desc, id);
create index award_batch_grant on award_batch (grant_id, created_at desc, id);
create index award_batch_created_by on award_batch (created_by);
create index award_batch_decided_by on award_batch (decided_by) where decided_by is not null;

-- Which award a row became; whom it is for stands with the person alone.
create table award_batch_row (
  batch_id uuid not null,
  team_id uuid not null,
  -- In the list; the first is 1.
  place integer not null check (place > 0),
  award_id uuid not null unique,
  -- Before it was made the person or the case had been helped: within so many days, and by whose team. Only who decides is told.
  helped_within_days integer check (helped_within_days in (7, 14, 21, 28)),
  helped_by uuid references team,
  primary key (batch_id, place),
  foreign key (batch_id, team_id) references award_batch (id, team_id),
  foreign key (award_id, team_id) references award (id, team_id),
  check ((helped_within_days is null) = (helped_by is null))
);
create index award_batch_row_helped on award_batch_row (helped_by, batch_id) where helped_by is not null;
create trigger award_batch_row_kept before update or delete on award_batch_row for each row execute function refuse_change();

create function check_award_batch_change() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('referred', 'issued'), ('referred', 'declined'), ('referred', 'cancelled'), ('issued', 'cancelled'))
    or (new.team_id, new.grant_id, new.awards, new.amount_pence, new.created_by)
      is distinct from (old.team_id, old.grant_id, old.awards, old.amount_pence, old.created_by) then
    raise exception 'batch % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'award_batch_transition';
  end if;
  return new;
end $$;
create trigger award_batch_change before update on award_batch for each row execute function check_award_batch_change();
create trigger award_batch_kept before delete on award_batch for each row execute function refuse_change();

-- Programs are told once of a batch, beside what they are told of each award.
create function record_award_batch_webhooks() returns trigger language plpgsql as $$
begin
  perform record_one_webhook(new.team_id, 'award-batch.' || new.status, new.id, new.updated_at,
    jsonb_build_object('batchId', new.id, 'grantId', new.grant_id, 'status', new.status, 'awards', new.awards,
      'amount', new.amount_pence, 'currency', new.currency));
  return null;
end $$;
create trigger award_batch_webhooks after insert or update of status on award_batch
  for each row execute function record_award_batch_webhooks();
