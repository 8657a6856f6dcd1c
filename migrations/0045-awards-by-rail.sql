-- An award's code: ordered at its rail, and given to the person.

-- What a rail takes and when it is owed stands in contract/core/rails.ts; here stay its fee, and which codes the database lets be called back.
-- unused since 0045
alter table rail drop column settlement;
-- unused since 0045
alter table rail drop column min_pence;
-- unused since 0045
alter table rail drop column max_pence;

-- An order of one code. It is committed before its rail is asked, and asked again under the same reference until there is an answer.
create table rail_order (
  reference text primary key check (reference <> ''),
  award_id uuid not null references award,
  team_id uuid not null references team,
  -- Which issue of the award it is for: codes of earlier ones stay told apart.
  issue integer not null check (issue > 0),
  rail text not null references rail,
  -- What the rail or the issuer calls what is ordered.
  product text not null,
  -- Where a voucher is spent, as the person chose it.
  shop text,
  amount_pence bigint not null check (amount_pence > 0),
  currency text not null,
  state text not null check (state in ('asking', 'made', 'refused')),
  tries integer not null default 0,
  leased_until timestamptz,
  paused_until timestamptz,
  next_try_at timestamptz,
  last_reason text,
  -- The code, under the installation's secret.
  sealed bytea,
  expires_at timestamptz,
  issuer_order text,
  -- Its rail has said that it is good for nothing now.
  stopped_at timestamptz,
  -- Of what its rail told: what is booked, how it ended, and why the rest is not.
  cashed_pence bigint not null default 0 check (cashed_pence between 0 and amount_pence),
  ended text check (ended in ('expired', 'cancelled')),
  not_booked text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'made') = (sealed is not null)),
  check ((state = 'asking') = (next_try_at is not null))
);
-- One code for each issue of an award.
create unique index rail_order_one on rail_order (award_id, issue) where state <> 'refused';
create index rail_order_award on rail_order (award_id);
create index rail_order_team on rail_order (team_id);
create index rail_order_rail on rail_order (rail);
create index rail_order_due on rail_order (next_try_at) where state = 'asking';

alter table award
  -- How its link goes out; null for awards made before.
  add column deliver_by text check (deliver_by in ('sms', 'email', 'letter', 'hand')),
  -- Wrong birth dates, over all devices and issues.
  add column birth_date_tries integer not null default 0,
  -- Cashed of codes of earlier issues, reported after it was issued again: taken from the grant again.
  add column earlier_pence bigint not null default 0;

-- As before, and: while its code is being asked for, an award neither ends nor is issued again; what was given out stays, of earlier codes too.
create or replace function check_award_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('referred', 'issued') or new.paid_pence <> 0 then
      raise exception 'an award begins referred or issued' using errcode = 'check_violation', constraint = 'award_transition';
    end if;
    return new;
  end if;
  if new.status <> old.status and not exists (
      select from award_transition where from_status = old.status and to_status = new.status)
    or old.status in ('code-generated', 'part-cashed') and new.status = 'cancelled'
      and not (select cancels_codes from rail where key = old.rail)
    or old.status = 'code-generated' and new.status in ('expired', 'cancelled') and old.paid_pence = old.amount_pence
    or old.status = 'expired' and new.status = 'reissued' and old.paid_pence > 0
    or old.status = 'rail-chosen' and new.status <> 'code-generated' and (new.status, new.link_code) <> (old.status, old.link_code)
      and exists (select from rail_order where award_id = old.id and state = 'asking') then
    raise exception 'award % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'award_transition';
  end if;
  if new.paid_pence < old.paid_pence or new.late_pence < old.late_pence or new.earlier_pence < old.earlier_pence then
    raise exception 'what award % gave out stays given out', old.id using errcode = 'check_violation', constraint = 'award_paid_stays';
  end if;
  if (new.team_id, new.grant_id, new.person_id, new.amount_pence, new.fee_pence, new.fee_vat_pence, new.created_by)
    is distinct from (old.team_id, old.grant_id, old.person_id, old.amount_pence, old.fee_pence, old.fee_vat_pence, old.created_by)
    or old.approved_by is not null and new.approved_by is distinct from old.approved_by then
    raise exception 'whose award % is, and what it is worth, stays', old.id using errcode = 'restrict_violation', constraint = 'award_permanent';
  end if;
  return new;
end $$;

create or replace function record_award_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.paid_pence, old.earlier_pence, old.link_code)
    is not distinct from (new.status, new.paid_pence, new.earlier_pence, new.link_code) then
    return null;
  end if;
  insert into award_event (award_id, team_id, at, from_status, to_status, paid_pence, actor_kind, actor_id, reason)
  values (new.id, new.team_id, new.updated_at, case tg_op when 'UPDATE' then old.status end, new.status, new.paid_pence,
    new.changed_by_kind, new.changed_by_id, new.change_reason);
  return null;
end $$;
