-- Money of a wallet that is paid back to its customer's bank account: asked for by one operator, released by another.

create table payout_file (
  id uuid primary key,
  number bigint generated always as identity unique,
  payouts integer not null check (payouts > 0),
  total bigint not null check (total > 0),
  currency text not null,
  -- Of the bytes, before they are sealed.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  sealed bytea not null,
  made_by text not null,
  made_at timestamptz not null
);
create trigger payout_file_kept before update or delete on payout_file for each row execute function refuse_change();

create table payout (
  id uuid primary key,
  -- What the bank's statement will say: PO and eight characters.
  reference text not null unique check (reference ~ '^PO[0-9A-Z]{8}$'),
  wallet_id uuid not null,
  team_id uuid not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  -- Account name, sort code and account number, under the installation's secret.
  sealed bytea not null,
  -- The last digits, to tell accounts apart.
  hint text not null,
  state text not null default 'requested' check (state in ('requested', 'refused', 'released', 'paid', 'returned')),
  requested_by text not null,
  requested_at timestamptz not null,
  reason text not null,
  ended_by text,
  ended_at timestamptz,
  -- By the same person after a day, where there is no second one.
  released_alone boolean not null default false,
  transfer_id uuid unique references ledger_transfer,
  return_id uuid unique references ledger_transfer,
  file_id uuid references payout_file,
  foreign key (wallet_id, team_id) references wallet (id, team_id),
  check ((ended_by is null) = (ended_at is null)),
  check ((state = 'requested') = (ended_by is null)),
  check ((state in ('released', 'paid', 'returned')) = (transfer_id is not null)),
  check ((state = 'returned') = (return_id is not null)),
  check (file_id is null or transfer_id is not null),
  constraint payout_two_operators
    check (state in ('requested', 'refused') or ended_by <> requested_by or (released_alone and ended_at >= requested_at + interval '24 hours'))
);
create index payout_open on payout (requested_at) where state in ('requested', 'released');
create index payout_wallet on payout (wallet_id);
create index payout_file_id on payout (file_id) where file_id is not null;

create function check_payout() returns trigger language plpgsql as $$
begin
  if (new.id, new.reference, new.wallet_id, new.team_id, new.currency, new.amount, new.sealed, new.hint, new.requested_by, new.requested_at, new.reason)
      is distinct from (old.id, old.reference, old.wallet_id, old.team_id, old.currency, old.amount, old.sealed, old.hint, old.requested_by, old.requested_at, old.reason)
    or (old.ended_by is not null and (new.ended_by, new.ended_at, new.transfer_id) is distinct from (old.ended_by, old.ended_at, old.transfer_id))
    or (old.file_id is not null and new.file_id is distinct from old.file_id) then
    raise exception 'what was asked for and released stays as it is' using errcode = 'restrict_violation', constraint = 'payout_kept';
  end if;
  return new;
end $$;
create trigger payout_kept before update on payout for each row execute function check_payout();
create trigger payout_permanent before delete on payout for each row execute function refuse_change();

-- Transfers that an operator reversed by hand, and why.
create table ledger_reversal (
  id uuid primary key,
  transfer_id uuid not null unique references ledger_transfer,
  reversal_id uuid not null unique references ledger_transfer,
  operator text not null,
  reason text not null,
  at timestamptz not null
);
create trigger ledger_reversal_append_only before update or delete on ledger_reversal for each row execute function refuse_change();

-- A payout is told to webhooks as what else adjusts a wallet.
create or replace function record_wallet_webhooks() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if not has_webhooks() then return null; end if;
  for moved in
    select account.team_id, account.wallet_id, sum(added.amount) as amount, added.currency, transfer.id as transfer_id,
      transfer.kind, transfer.occurred_at
    from added
    join ledger_account account on account.id = added.account_id and account.kind = 'available'
    join ledger_transfer transfer on transfer.id = added.transfer_id
      and transfer.kind in ('bank-top-up', 'card-top-up', 'wallet-transfer', 'refund', 'chargeback', 'chargeback-reversal', 'correction', 'customer-payout')
    group by 1, 2, 4, 5, 6, 7
  loop
    perform record_one_webhook(moved.team_id, 'wallet.' || case
        when moved.kind in ('bank-top-up', 'card-top-up') then 'topped-up'
        when moved.kind = 'wallet-transfer' then 'transferred'
        else 'adjusted' end,
      moved.wallet_id, moved.occurred_at,
      jsonb_build_object('walletId', moved.wallet_id, 'transferId', moved.transfer_id, 'amount', moved.amount, 'currency', moved.currency));
  end loop;
  return null;
end $$;
