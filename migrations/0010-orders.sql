-- What stands between an order and its purchase: approvals. And repairs of what faults of earlier releases did.

create table approval (
  id uuid primary key,
  order_id uuid not null references basket,
  order_version integer not null,
  -- The team that pays, whose people decide; and the one that the buyer acted in.
  team_id uuid not null references team,
  acting_team_id uuid not null references team,
  -- In whose name it is bought: a person, or the service user of a key or a client.
  user_id uuid not null references app_user,
  api_key_id uuid references api_key,
  client_id text references client,
  payment_method text not null check (payment_method in ('walletCommitment', 'invoice')),
  wallet_id uuid not null references wallet,
  currency text not null,
  -- What was shown: the quote of the contract, with its total beside it.
  total bigint not null check (total > 0),
  quote jsonb not null,
  -- Which limit it is above, and what the buyer had spent that day without approval.
  reason text not null check (reason in ('order', 'day')),
  limit_pence bigint not null,
  spent_pence bigint not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn', 'expired')),
  asked_at timestamptz not null,
  ends_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references app_user,
  -- Why it was declined, to the buyer.
  note text,
  transaction_id uuid unique references transaction,
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'approved') = (transaction_id is not null)),
  check ((status in ('approved', 'declined')) = (decided_by is not null)),
  -- No one decides on what they buy.
  check (decided_by is null or decided_by <> user_id)
);
create unique index approval_pending on approval (order_id) where status = 'pending';
create unique index approval_order on approval (order_id, order_version desc);
create index approval_team on approval (team_id, asked_at desc, id);
create index approval_acting_team on approval (acting_team_id);
create index approval_user on approval (user_id, asked_at desc, id);
create index approval_ends on approval (ends_at) where status = 'pending';
create index approval_api_key on approval (api_key_id) where api_key_id is not null;
create index approval_client on approval (client_id) where client_id is not null;
create index approval_wallet on approval (wallet_id);
create index approval_decided_by on approval (decided_by) where decided_by is not null;

-- A decision stands, and what was asked for does not change.
create function keep_approval() returns trigger language plpgsql as $$
begin
  -- Only what names a person may still be taken out of the note.
  if old.status <> 'pending' and to_jsonb(new) - 'note' is distinct from to_jsonb(old) - 'note' then raise exception 'approval % has been decided', old.id; end if;
  if (new.order_id, new.order_version, new.team_id, new.acting_team_id, new.user_id, new.wallet_id, new.payment_method, new.total, new.quote)
    is distinct from (old.order_id, old.order_version, old.team_id, old.acting_team_id, old.user_id, old.wallet_id, old.payment_method, old.total, old.quote)
  then raise exception 'approval % is kept as it was asked for', old.id; end if;
  return new;
end $$;
create trigger approval_kept before update on approval for each row execute function keep_approval();

-- What faults of earlier releases did is put right by two operators, step by step (decision 390).
create table repair (
  id uuid primary key,
  kind text not null check (kind in ('given-codes', 'stranded-money', 'choice-remainders')),
  asked_by text not null,
  asked_at timestamptz not null,
  reason text not null,
  confirmed_by text,
  confirmed_at timestamptz,
  confirmed_alone boolean not null default false,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (confirmed_by is null or confirmed_alone or lower(trim(confirmed_by)) <> lower(trim(asked_by)))
);

-- One gift or purchase of a repair, as it was when it was asked for.
create table repair_step (
  id uuid primary key,
  repair_id uuid not null references repair,
  subject_id uuid not null,
  team_id uuid not null references team,
  currency text not null,
  pence bigint not null check (pence >= 0),
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  why text,
  ended_at timestamptz,
  -- Of money that it moved; the undoing of an expiry is a transfer about its gift.
  transfer_id uuid references ledger_transfer,
  told_at timestamptz,
  unique (repair_id, subject_id),
  check ((state = 'asked') = (ended_at is null)),
  check ((state = 'refused') = (why is not null))
);
create index repair_step_subject on repair_step (subject_id);
create index repair_step_team on repair_step (team_id);
create index repair_step_transfer on repair_step (transfer_id) where transfer_id is not null;
