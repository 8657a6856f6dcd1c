-- Since when someone has the role they have, where it was changed after they joined: anyone who has just got it confirms nothing.
alter table team_member add column role_changed_at timestamptz;

-- What would loosen a rule of a team waits here for another person, or for its hour.
create table rule_change (
  id uuid primary key,
  team_id uuid not null references team,
  rule text not null check (rule in ('deliveryMethods', 'maximumHugggExpiryDays', 'deliveryEmailDomains', 'giftingRestrictions', 'recipientSpendCap', 'approvals', 'applyRestrictionsToSubteams')),
  -- As it holds, and as it would.
  from_value jsonb not null,
  to_value jsonb not null,
  -- A person, or the service user of a key.
  asked_by uuid not null references app_user,
  asked_at timestamptz not null,
  -- Where no one else could confirm it: when it holds by itself.
  effective_at timestamptz,
  ends_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'in-force', 'objected', 'withdrawn', 'replaced', 'lapsed')),
  decided_at timestamptz,
  decided_by uuid references app_user,
  check ((status = 'pending') = (decided_at is null)),
  check (status not in ('confirmed', 'objected') or decided_by is not null),
  -- No one confirms what they asked for.
  check (status <> 'confirmed' or decided_by <> asked_by)
);
create unique index rule_change_pending on rule_change (team_id, rule) where status = 'pending';
create index rule_change_team on rule_change (team_id, asked_at desc);
create index rule_change_due on rule_change ((coalesce(effective_at, ends_at))) where status = 'pending';
create index rule_change_asked_by on rule_change (asked_by);
create index rule_change_decided_by on rule_change (decided_by) where decided_by is not null;

-- What was decided stays, and what was asked for is not changed while someone decides.
create function keep_rule_change() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then raise exception 'rule change % has been decided', old.id; end if;
  if (new.team_id, new.rule, new.from_value, new.to_value, new.asked_by, new.asked_at, new.effective_at)
    is distinct from (old.team_id, old.rule, old.from_value, old.to_value, old.asked_by, old.asked_at, old.effective_at)
  then raise exception 'rule change % is kept as it was asked for', old.id; end if;
  return new;
end $$;
create trigger rule_change_kept before update on rule_change for each row execute function keep_rule_change();
