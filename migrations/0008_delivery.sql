-- One row per email or text message that leaves, so that each is sent once.

create table outgoing_message (
  id uuid primary key,
  -- What it is about: made once however often the event that causes it is handled.
  dedupe_key text not null unique,
  team_id uuid references team,
  channel text not null check (channel in ('email', 'sms')),
  template text not null,
  -- The address is read when it is sent, from one of these.
  recipient_id uuid references recipient,
  user_id uuid references app_user,
  huggg_id uuid references huggg,
  transaction_id uuid references transaction,
  -- Ids and figures for the template; never an address or a message.
  detail jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'sent', 'delivered', 'bounce', 'blocked', 'spam', 'dropped', 'unknown', 'failed', 'rejected', 'expired', 'cancelled')),
  attempts integer not null default 0 check (attempts >= 0),
  -- Wall clock: when it may be tried next, until when a worker holds it, and (for the operator) when one let go of it.
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  last_attempt_at timestamptz,
  -- A reply code and where it came, never the server's words: they repeat the address.
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  status_updated_at timestamptz not null,
  check (num_nonnulls(recipient_id, user_id) = 1),
  check (status <> 'sent' or sent_at is not null)
);
create index outgoing_message_pending on outgoing_message (next_attempt_at) where status = 'pending';
create index outgoing_message_huggg on outgoing_message (huggg_id, created_at desc);
create index outgoing_message_transaction on outgoing_message (transaction_id);

-- A reaction that its sender has yet to hear of, and then the daily summary that told them.
create table reaction_notice (
  reaction_id uuid primary key references reaction on delete cascade,
  user_id uuid not null references app_user,
  -- Business clock.
  due_at timestamptz not null,
  message_id uuid references outgoing_message
);
create index reaction_notice_due on reaction_notice (due_at) where message_id is null;
create index reaction_notice_message on reaction_notice (message_id);
