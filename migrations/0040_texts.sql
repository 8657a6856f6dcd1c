-- Texts, what became of every message, and addresses that get none.

-- Pence for one segment of a text, without VAT; a product's own price wins.
alter table plan add column sms_segment_pence integer not null default 5 check (sms_segment_pence >= 0);
alter table product add column sms_segment_pence integer check (sms_segment_pence >= 0);

-- Part of fee_pence: what the text of one gift costs, and how long it is.
alter table transaction add column text_segments integer not null default 0 check (text_segments >= 0);
alter table transaction add column text_pence bigint not null default 0 check (text_pence between 0 and fee_pence);

alter table outgoing_message drop constraint outgoing_message_status_check;
alter table outgoing_message add constraint outgoing_message_status_check check (status in
  ('pending', 'sent', 'delivered', 'bounce', 'blocked', 'spam', 'dropped', 'unknown', 'undefined', 'failed', 'rejected', 'expired', 'cancelled'));
-- What the provider calls it.
alter table outgoing_message add column provider_id text;
-- Wall clock: when it was certain that it does not arrive.
alter table outgoing_message add column failed_at timestamptz;
update outgoing_message set failed_at = last_attempt_at where status in ('bounce', 'blocked', 'failed');

-- What providers reported of messages, each report once. No addresses.
create table delivery_report (
  key text primary key,
  message_id uuid not null references outgoing_message on delete cascade,
  status text not null,
  reason text,
  received_at timestamptz not null
);
create index delivery_report_message on delivery_report (message_id);

-- Addresses and numbers by keyed hash, for all teams and for good: who asked for no more, or cannot be reached.
create table contact_address (
  channel text not null check (channel in ('email', 'sms')),
  address_hash bytea not null,
  -- Of the link by which texts are stopped.
  code text unique,
  blocked_as text check (blocked_as in ('opted-out', 'bounce', 'complaint')),
  changed_at timestamptz not null,
  primary key (channel, address_hash)
);
