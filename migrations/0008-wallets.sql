-- A wallet is a name over ledger accounts; its money is in the ledger only.

create table wallet (
  id uuid primary key,
  team_id uuid not null references team,
  name text not null check (name <> ''),
  currency text not null default 'GBX',
  -- What a bank payment quotes: HG and eight characters.
  reference text not null unique check (reference ~ '^HG[0-9A-Z]{8}$'),
  is_default boolean not null default false,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A participant's wallet; once closed, money that still comes goes to another one in the same transfer.
  automation_id uuid,
  returns_to_wallet_id uuid references wallet,
  -- An allowance that starts again with each run: what comes back for gifts bought before goes to the budget's wallet.
  period_started_at timestamptz,
  earlier_returns_to_wallet_id uuid references wallet,
  closed_at timestamptz,
  -- Below this many pence to spend, who manages the wallet is told; once until it is above again.
  low_balance_alert bigint check (low_balance_alert > 0),
  is_low boolean not null default false,
  unique (id, team_id),
  check (returns_to_wallet_id is null or automation_id is not null),
  check ((period_started_at is null) = (earlier_returns_to_wallet_id is null)),
  constraint wallet_low_is_watched check (low_balance_alert is not null or not is_low),
  constraint wallet_default_is_open check (closed_at is null or not is_default)
);
create unique index wallet_default on wallet (team_id) where is_default;
create index wallet_team on wallet (team_id);
create index wallet_automation on wallet (automation_id) where automation_id is not null;
create index wallet_earlier_returns on wallet (earlier_returns_to_wallet_id) where earlier_returns_to_wallet_id is not null;
create index wallet_returns_to_id on wallet (returns_to_wallet_id) where returns_to_wallet_id is not null;
create index wallet_watched on wallet (id) where low_balance_alert is not null;

create table remittance_advice (
  id uuid primary key,
  wallet_id uuid not null,
  team_id uuid not null,
  user_id uuid references app_user,
  amount bigint not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'received')),
  created_at timestamptz not null,
  received_at timestamptz,
  foreign key (wallet_id, team_id) references wallet (id, team_id)
);
create index remittance_advice_wallet on remittance_advice (wallet_id);

-- What the bank says arrived. Each bank line is booked once.
create table bank_receipt (
  id uuid primary key,
  bank_line text not null unique,
  wallet_id uuid not null,
  team_id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  transfer_id uuid not null,
  received_at timestamptz not null,
  -- Bookings that were undone by a reversing transfer.
  reversed_at timestamptz,
  foreign key (wallet_id, team_id) references wallet (id, team_id)
);
create index bank_receipt_wallet_id on bank_receipt (wallet_id);

-- Cards, charges and what they paid for. No card number is ever here: the provider keeps it and gives us a handle.

create table card (
  id uuid primary key,
  team_id uuid not null references team,
  -- A card is its holder's, within a team.
  user_id uuid not null references app_user,
  method text not null default 'checkout' check (method = 'checkout'),
  -- The provider's handle for charging the card again.
  method_card_id text not null,
  -- The provider's name of the card itself: the same card stored twice is found by it.
  fingerprint text,
  scheme text not null,
  last4_digits text not null check (last4_digits ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2100),
  -- The first moment after the month printed on the card, in Europe/London.
  expires_at timestamptz not null,
  status text not null default 'active' check (status in ('active', 'deactivated', 'expired')),
  is_default boolean not null default false,
  -- The charge in which its holder proved that it is theirs; the schemes want it named when we charge on our own.
  verification_charge_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  unique (id, user_id),
  check (not is_default or status = 'active')
);
create unique index card_default on card (team_id, user_id) where is_default;
create unique index card_handle on card (team_id, user_id, method_card_id);
create index card_expiry on card (expires_at) where status = 'active';

create table charge (
  -- Also our reference and idempotency key at the provider.
  id uuid primary key,
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  method text not null default 'checkout' check (method = 'checkout'),
  -- requested: stored before the provider is asked, its answer not known · challenged: waits for 3-D Secure ·
  -- authorised: reserved, not used · spent: used, to be captured · captured · voiding: released on our side · voided ·
  -- verified: an amount of 0, nothing to capture · declined: no money will come · lost: used, yet the capture was refused.
  state text not null default 'requested' check (state in ('requested', 'challenged', 'authorised', 'spent', 'captured', 'voiding', 'voided', 'verified', 'declined', 'lost')),
  initiator text not null default 'customer' check (initiator in ('customer', 'merchant')),
  currency text not null check (currency in ('GBX', 'EUX')),
  amount bigint not null check (amount >= 0),
  spent bigint not null default 0 check (spent between 0 and amount),
  refunded bigint not null default 0 check (refunded between 0 and spent),
  card_id uuid,
  store_card boolean not null default false,
  method_payment_id text unique,
  redirect_url text,
  -- What it paid for: a top-up or a purchase.
  transaction_id uuid,
  -- The wallet it paid into, and what made it be used: the same use again finds itself.
  wallet_id uuid references wallet,
  spent_key text,
  transfer_id uuid,
  -- What its owner meant to do with it; automatic: to be done for them as soon as it is authorised.
  intent_wallet_id uuid references wallet,
  intent_automatic boolean not null default false,
  -- What made the product charge by itself, so that it does so once.
  created_key text unique,
  error text,
  error_code text,
  error_summary text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authorised_at timestamptz,
  -- Business time at which something must be looked at or done by itself: an answer, a lapse, a capture, a void.
  due_at timestamptz,
  unique (id, team_id),
  foreign key (card_id, team_id) references card (id, team_id),
  foreign key (card_id, user_id) references card (id, user_id),
  constraint charge_spent_once check ((spent > 0) = (transfer_id is not null and wallet_id is not null and spent_key is not null)),
  constraint charge_spent_state check ((spent > 0) = (state in ('spent', 'captured', 'lost'))),
  check (state <> 'challenged' or redirect_url is not null)
);
create index charge_due on charge (due_at) where due_at is not null;
create index charge_user on charge (team_id, user_id, created_at desc);
create index charge_card on charge (card_id);
create index charge_wallet_id on charge (wallet_id) where wallet_id is not null;
create index charge_intent_wallet on charge (intent_wallet_id) where intent_wallet_id is not null;

alter table card add foreign key (verification_charge_id, team_id) references charge (id, team_id);

create table card_top_up (
  id uuid primary key,
  -- The wallet's: a team admin may fund a subteam's wallet with a card held in the parent.
  team_id uuid not null,
  user_id uuid not null references app_user,
  plan_id uuid references plan,
  client_id text references client,
  wallet_id uuid not null,
  charge_id uuid not null unique references charge,
  amount bigint not null check (amount > 0),
  currency text not null,
  transfer_id uuid not null,
  -- The caller's own, given back as it came.
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  foreign key (wallet_id, team_id) references wallet (id, team_id)
);
create index card_top_up_user on card_top_up (user_id, created_at desc, id);
create index card_top_up_wallet_id on card_top_up (wallet_id);

create table card_refund (
  -- Also the reference and idempotency key at the provider.
  id uuid primary key,
  charge_id uuid not null,
  team_id uuid not null,
  amount bigint not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
  transfer_id uuid not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  foreign key (charge_id, team_id) references charge (id, team_id)
);
create index card_refund_charge on card_refund (charge_id);

-- A holder disputes a charge with their bank.
create table card_dispute (
  -- The provider's.
  id text primary key,
  charge_id uuid not null,
  team_id uuid not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  -- The money taken from us, and given back when won.
  transfer_id uuid,
  reversal_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (charge_id, team_id) references charge (id, team_id)
);
create index card_dispute_charge on card_dispute (charge_id);

-- The provider's notices, each handled once. They only say where to look: what is true is asked for.
create table card_event (
  id text primary key,
  type text not null,
  subject text not null,
  received_at timestamptz not null
);

-- Wallets that are filled from a stored card by themselves: with whose word, how much, and each time it was done.
create table automatic_top_up (
  wallet_id uuid primary key references wallet,
  team_id uuid not null references team,
  -- Whose card it is, and who agreed to it.
  user_id uuid not null references app_user,
  card_id uuid not null references card,
  threshold bigint not null check (threshold > 0),
  amount bigint not null check (amount > 0),
  monthly_limit bigint not null,
  consent text not null,
  consented_at timestamptz not null,
  -- A limit of the day or the month has been reached: until then nothing is charged.
  rests_until timestamptz,
  stopped_at timestamptz,
  stopped_because text check (stopped_because in ('declined', 'card-stopped', 'owner-left', 'rights', 'dispute')),
  check (monthly_limit >= amount),
  check ((stopped_at is null) = (stopped_because is null))
);
create index automatic_top_up_team on automatic_top_up (team_id);
create index automatic_top_up_user on automatic_top_up (user_id);
create index automatic_top_up_card on automatic_top_up (card_id);

create table automatic_top_up_run (
  id uuid primary key,
  wallet_id uuid not null references wallet,
  charge_id uuid not null unique references charge,
  amount bigint not null check (amount > 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- `unanswered`: the provider never heard of it. `unused`: the money was given back.
  outcome text check (outcome in ('paid', 'declined', 'unanswered', 'unused')),
  check ((ended_at is null) = (outcome is null))
);
-- One charge of a wallet at a time.
create unique index automatic_top_up_run_open on automatic_top_up_run (wallet_id) where ended_at is null;
create index automatic_top_up_run_wallet on automatic_top_up_run (wallet_id, started_at desc);
