-- Purchases and the gifts in them.

create table transaction (
  id uuid primary key,
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  client_id text references client,
  plan_id uuid not null references plan,
  order_id uuid,
  purchase_type text not null check (purchase_type in ('huggg', 'bulkHugggs', 'superhuggg', 'order', 'walletTopUp')),
  topup_type text,
  product_id uuid references product,
  title text,
  wallet_id uuid not null,
  payment_method text not null check (payment_method in ('walletCommitment', 'charge', 'invoice')),
  payment_reference text not null,
  reason_code text,
  delivery_method text check (delivery_method in ('email', 'sms', 'links', 'superhuggg', 'printable', 'inline-redeem')),
  quantity integer not null check (quantity >= 1),
  created_count integer not null default 0 check (created_count >= 0 and created_count <= quantity),
  currency text not null,
  -- Snapshot of the price at purchase, per huggg: what the gift costs, the VAT inside it, the fee and the VAT on the fee.
  face_pence bigint not null check (face_pence >= 0),
  face_vat_pence bigint not null default 0 check (face_vat_pence between 0 and face_pence),
  fee_pence bigint not null default 0 check (fee_pence >= 0),
  fee_vat_pence bigint not null default 0 check (fee_vat_pence >= 0),
  sale_total bigint not null generated always as (quantity * (face_pence + fee_pence + fee_vat_pence)) stored,
  theme_id text not null default 'default',
  cover_image_url text,
  -- The sender's choice: an instant to send at, and how long gifts stay valid from then.
  send_at timestamptz,
  send_zone text not null default 'Europe/London',
  expiry_days integer not null check (expiry_days >= 1),
  expiry_date timestamptz,
  notify_on_complete boolean not null default false,
  -- What each huggg's own meta begins as: {gwcSegments: [{id, image}], customDescription}.
  huggg_meta jsonb not null default '{}',
  -- For payment by invoice: once it is paid, refunds go to the wallet and no longer lessen what the team owes.
  invoice_paid_at timestamptz,
  status text not null default 'successful' check (status in ('successful', 'failed')),
  processing text check (processing in ('creating', 'processing', 'sending', 'updating')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  foreign key (wallet_id, team_id) references wallet (id, team_id)
);
create index transaction_team on transaction (team_id, created_at desc, id);
create index transaction_user on transaction (user_id, created_at desc);

-- The erasable place, one: who gets a gift and what was written to them. Everything else holds ids.
create table recipient (
  id uuid primary key,
  team_id uuid not null,
  transaction_id uuid not null,
  -- The huggg of the same ordinal is theirs; null once they were replaced by a correction.
  ordinal integer,
  email text,
  phone_number text,
  user_id uuid references app_user,
  name text,
  notes text,
  erased_at timestamptz,
  foreign key (transaction_id, team_id) references transaction (id, team_id),
  unique (transaction_id, ordinal),
  unique (id, team_id)
);
create index recipient_email on recipient (team_id, lower(email));

create table gift_message (
  transaction_id uuid primary key,
  team_id uuid not null,
  message text,
  from_name text,
  notes text,
  foreign key (transaction_id, team_id) references transaction (id, team_id)
);

create table huggg_status (id smallint primary key, name text not null unique);
insert into huggg_status values (1, 'Created'), (2, 'Sent'), (3, 'Claimed'), (4, 'Redeemed'), (5, 'Expired'), (6, 'Cancelled'), (7, 'Updating'), (8, 'Scheduled'), (9, 'Fetched');

-- The only changes of state there are (design: huggg states). Updating goes back to where it came from only.
create table huggg_transition (from_id smallint references huggg_status, to_id smallint references huggg_status, primary key (from_id, to_id));
insert into huggg_transition values
  (1, 2), (1, 8), (1, 3), (1, 4), (1, 9), (1, 5), (1, 6), (1, 7),
  (8, 2), (8, 1), (8, 5), (8, 6), (8, 7),
  (2, 3), (2, 9), (2, 4), (2, 5), (2, 6), (2, 7), (2, 1),
  (3, 9), (3, 4), (3, 5), (3, 6), (3, 7),
  (9, 4), (9, 5),
  (7, 1), (7, 8), (7, 2), (7, 3),
  (4, 3), (4, 5);

create table huggg (
  id uuid primary key,
  transaction_id uuid not null,
  team_id uuid not null,
  -- Position in its transaction: creating again after a crash cannot make a second one.
  ordinal integer not null,
  shortcode text not null unique,
  redeem_code text not null unique,
  status_id smallint not null default 1 references huggg_status,
  status_before_updating smallint references huggg_status,
  sender_id uuid not null references app_user,
  recipient_id uuid,
  product_id uuid not null references product,
  -- The recipient's choice, once, with the price it had at that moment and the VAT in it. What is left of the face goes
  -- to breakage when it is used, or back to the sender where the product gives change.
  chosen_product_id uuid references product,
  chosen_at timestamptz,
  chosen_price_pence bigint,
  chosen_vat_pence bigint,
  chosen_gives_change boolean,
  wallet_id uuid not null,
  currency text not null,
  face_pence bigint not null check (face_pence >= 0),
  face_vat_pence bigint not null default 0 check (face_vat_pence between 0 and face_pence),
  fee_pence bigint not null default 0,
  fee_vat_pence bigint not null default 0,
  expiry_date timestamptz not null,
  -- Named by the sender, or counted from the first sending: sending again does not move it. Otherwise it is counted again.
  expiry_fixed boolean not null default false,
  send_at timestamptz,
  sent_date timestamptz,
  assigned_date timestamptz,
  viewed_date timestamptz,
  viewed_client text,
  revealed_at timestamptz,
  -- What came back to the sender when it was cancelled or expired; the ledger says the same.
  refunded_pence bigint not null default 0 check (refunded_pence >= 0),
  -- The supplier has been paid: no undo after this.
  is_settled boolean not null default false,
  meta jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Who made the last change and why; copied to huggg_event by the trigger.
  changed_by_kind text not null check (changed_by_kind in ('user', 'client', 'recipient', 'operator', 'system')),
  changed_by_id text,
  change_reason text,
  foreign key (transaction_id, team_id) references transaction (id, team_id),
  foreign key (wallet_id, team_id) references wallet (id, team_id),
  foreign key (recipient_id, team_id) references recipient (id, team_id),
  unique (transaction_id, ordinal),
  unique (id, team_id),
  check ((status_id = 7) = (status_before_updating is not null)),
  check (status_id <> 8 or send_at is not null),
  check (num_nonnulls(chosen_product_id, chosen_at, chosen_price_pence, chosen_vat_pence, chosen_gives_change) in (0, 5)),
  check (chosen_price_pence between 0 and face_pence and chosen_vat_pence between 0 and face_vat_pence)
);
create index huggg_team on huggg (team_id, created_at desc, id);
create index huggg_due_expiry on huggg (expiry_date) where status_id in (1, 2, 3, 8, 9);
create index huggg_due_send on huggg (send_at) where status_id = 8;
create index huggg_recipient on huggg (recipient_id);

-- Erasable, like gift_message: what was changed for this one gift after it was bought.
create table huggg_message (
  huggg_id uuid primary key,
  team_id uuid not null,
  notes text,
  from_name text,
  foreign key (huggg_id, team_id) references huggg (id, team_id)
);

-- A code that died when an address was corrected: it never comes back to life for anyone else.
create table retired_shortcode (shortcode text primary key, huggg_id uuid not null references huggg, retired_at timestamptz not null);

create table huggg_event (
  id bigint generated always as identity primary key,
  huggg_id uuid not null,
  team_id uuid not null,
  at timestamptz not null,
  from_id smallint,
  to_id smallint not null,
  actor_kind text not null,
  actor_id text,
  reason text
);
create index huggg_event_huggg on huggg_event (huggg_id, id);
create trigger huggg_event_append_only before update or delete on huggg_event for each row execute function refuse_change();
create trigger huggg_event_no_truncate before truncate on huggg_event execute function refuse_change();

create function check_huggg_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from huggg_transition where from_id = old.status_id and to_id = new.status_id)
     or (old.status_id = 7 and new.status_id <> old.status_before_updating) then
    raise exception 'huggg % cannot go from % to %', old.id, old.status_id, new.status_id
      using errcode = 'check_violation', constraint = 'huggg_transition';
  end if;
  return new;
end $$;
create trigger huggg_transition before update of status_id on huggg for each row
  when (old.status_id is distinct from new.status_id) execute function check_huggg_transition();

create function record_huggg_created() returns trigger language plpgsql as $$
begin
  insert into huggg_event (huggg_id, team_id, at, from_id, to_id, actor_kind, actor_id, reason)
  select id, team_id, created_at, null, status_id, changed_by_kind, changed_by_id, change_reason from created;
  return null;
end $$;
create trigger huggg_created after insert on huggg referencing new table as created for each statement execute function record_huggg_created();

create function record_huggg_changed() returns trigger language plpgsql as $$
begin
  insert into huggg_event (huggg_id, team_id, at, from_id, to_id, actor_kind, actor_id, reason)
  select after.id, after.team_id, after.updated_at, before.status_id, after.status_id, after.changed_by_kind, after.changed_by_id, after.change_reason
  from after join before using (id) where after.status_id <> before.status_id;
  return null;
end $$;
create trigger huggg_changed after update on huggg referencing old table as before new table as after for each statement execute function record_huggg_changed();

create table redemption (
  id uuid primary key,
  huggg_id uuid not null references huggg,
  brand_id uuid not null references brand,
  store_id uuid,
  client_id text not null references client,
  amount bigint not null check (amount >= 0),
  transfer_id uuid not null unique,
  undo_transfer_id uuid unique,
  created_at timestamptz not null,
  undone_at timestamptz,
  is_settled boolean not null default false,
  foreign key (store_id, brand_id) references store (id, brand_id),
  check ((undone_at is null) = (undo_transfer_id is null)),
  check (not (is_settled and undone_at is not null))
);
-- One voucher is used once at a time, no matter who asks.
create unique index redemption_live on redemption (huggg_id) where undone_at is null;

create table reaction (
  id uuid primary key,
  huggg_id uuid not null unique,
  team_id uuid not null,
  emoji text,
  message text,
  name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (huggg_id, team_id) references huggg (id, team_id)
);
create index reaction_team on reaction (team_id, created_at desc);
