-- Gifts: the draft orders they begin as, purchases, recipients, and each gift from its making to its end. The states of a gift, and the
-- only ways from one to another, are huggg_status and huggg_transition.

-- Orders: baskets that are saved, edited and quoted, and then bought at most once. ("order" is a word of SQL.)

create table basket (
  id uuid primary key,
  -- Its owner's; once bought, the team that paid.
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  type text not null check (type in ('huggg', 'bulkHugggs', 'superhuggg')),
  name text,
  purchase_order_number text,
  product_id uuid references product,
  -- The other fields of the contract's OrderFields that are no personal data. A draft may lack any of them.
  details jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Orders above a limit wait for another person. What was asked for stands as it was then: by the order's version and its quote.
  version integer not null default 1,
  -- Who of support changed a draft last while visiting, and when: its owner is told before paying.
  support_changed_at timestamptz,
  support_changed_by text,
  unique (id, team_id)
);
create index basket_team on basket (team_id, created_at desc, id) where deleted_at is null;
create index basket_user_id on basket (team_id, user_id);

-- Erasable, like recipient and gift_message: who shall get the gifts of a draft, and what is written to them:
-- {receivers, message, fromName, notes}. It goes when the order is bought (recipient and gift_message have it then) or deleted.
create table basket_letter (
  basket_id uuid primary key,
  team_id uuid not null,
  content jsonb not null,
  foreign key (basket_id, team_id) references basket (id, team_id) on update cascade
);

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
  -- A gift carries its purchase's reason, '' for none, and follows it through the foreign key: one index answers for both.
  reason_key text not null generated always as (coalesce(reason_code, '')) stored,
  purchase_order_number text,
  -- A purchase that was paid and has neither receipt nor invoice yet: they are issued in batches, in the order of purchase.
  awaits_document boolean not null default false,
  -- Rate of the VAT inside the face, in basis points; null for a multi-purpose voucher, whose face is outside its scope.
  face_vat_basis_points integer check (face_vat_basis_points between 0 and 10000),
  -- Part of fee_pence: what the text of one gift costs, and how long it is.
  text_segments integer not null default 0 check (text_segments >= 0),
  text_pence bigint not null default 0 check (text_pence between 0 and fee_pence),
  -- The first purchase made it, each later one raised its limit.
  superhuggg_id uuid,
  reminders boolean not null default false,
  -- The look of the theme at the moment of the purchase; none for those that everyone has.
  look_id uuid,
  -- Gifts for adults: their sender says once that everyone who gets one is 18 or over, and the purchase keeps it.
  over18_confirmed boolean not null default false,
  unique (id, team_id),
  foreign key (wallet_id, team_id) references wallet (id, team_id),
  unique (id, team_id, reason_key),
  -- An order is bought at most once, by the team it belongs to.
  constraint transaction_basket foreign key (order_id, team_id) references basket (id, team_id),
  check (superhuggg_id is null or delivery_method = 'superhuggg'),
  constraint transaction_look_id_fkey foreign key (look_id) references theme_look
);
create index transaction_team on transaction (team_id, created_at desc, id);
create index transaction_user on transaction (user_id, created_at desc);
create index transaction_title on transaction using gin (team_words(team_id, coalesce(title, '')));
create index transaction_by_reason on transaction (team_id, reason_key, created_at desc, id);
create unique index transaction_order on transaction (order_id) where order_id is not null;
create index transaction_awaits_document on transaction (created_at, id) where awaits_document;
-- Which purchases were made from a wallet, for its budget's invoices.
create index transaction_wallet on transaction (wallet_id);
create index transaction_superhuggg on transaction (superhuggg_id, created_at, id) where superhuggg_id is not null;
create index transaction_look on transaction (look_id) where look_id is not null;

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
  -- Personal data is looked for where it lives: these columns go when the row is erased.
  search tsvector not null generated always as (team_words(team_id,
    coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || phone_words(phone_number) || ' ' || coalesce(notes, ''))) stored,
  -- When someone became a gift's recipient: what they may get is counted from then. Null for those of before, who count from
  -- their gift's making.
  created_at timestamptz,
  foreign key (transaction_id, team_id) references transaction (id, team_id),
  unique (transaction_id, ordinal),
  unique (id, team_id)
);
create index recipient_email on recipient (team_id, lower(email));
create index recipient_search on recipient using gin (search);
create index recipient_user on recipient (team_id, user_id) where user_id is not null;
create index recipient_phone on recipient (team_id, phone_number) where phone_number is not null;
create index recipient_user_id on recipient (user_id) where user_id is not null;
create index recipient_address on recipient (lower(email)) where email is not null;
create index recipient_number on recipient (phone_number) where phone_number is not null;
create index recipient_unerased on recipient (coalesce(created_at, '-infinity'::timestamptz)) where erased_at is null;

create table gift_message (
  transaction_id uuid primary key,
  team_id uuid not null,
  message text,
  from_name text,
  notes text,
  search tsvector not null generated always as (team_words(team_id,
    coalesce(message, '') || ' ' || coalesce(notes, '') || ' ' || coalesce(from_name, ''))) stored,
  foreign key (transaction_id, team_id) references transaction (id, team_id)
);
create index gift_message_search on gift_message using gin (search);

create table huggg_status (
  id smallint primary key,
  name text not null unique
);
insert into huggg_status values
  (1, 'Created'), (2, 'Sent'), (3, 'Claimed'), (4, 'Redeemed'), (5, 'Expired'), (6, 'Cancelled'), (7, 'Updating'),
  (8, 'Scheduled'), (9, 'Fetched');

-- The only changes of state there are (design: huggg states). Updating goes back to where it came from only.
create table huggg_transition (
  from_id smallint references huggg_status,
  to_id smallint references huggg_status,
  primary key (from_id, to_id)
);
insert into huggg_transition values
  -- Created: made, and not sent.
  (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7), (1, 8), (1, 9),
  -- Scheduled: will be sent at its moment.
  (8, 1), (8, 2), (8, 5), (8, 6), (8, 7),
  -- Sent, and back to Created while it is unopened.
  (2, 1), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7), (2, 9),
  -- Claimed: opened, or chosen, by its recipient.
  (3, 4), (3, 5), (3, 6), (3, 7), (3, 9),
  -- Fetched: an issuer's code was given out. A given code stays given.
  (9, 4),
  -- Updating: a bulk change holds it.
  (7, 1), (7, 2), (7, 3), (7, 8),
  -- Redeemed: a till's undo goes back to Claimed, or to Expired where its time is over.
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
  reason_key text not null default '',
  -- An issuer is being asked for its code: it may be bought already, so no one cancels it and it does not expire.
  fetching boolean not null default false,
  -- What tills took of a gift in parts and did not undo; 0 while it is whole, and where one redemption took all of it.
  parts_pence bigint not null default 0,
  -- What a cheaper choice leaves over goes back as it is chosen (decision 353). Earlier choices keep what they were promised: 0.
  change_pence bigint not null default 0,
  change_vat_pence bigint not null default 0,
  foreign key (wallet_id, team_id) references wallet (id, team_id),
  foreign key (recipient_id, team_id) references recipient (id, team_id),
  unique (transaction_id, ordinal),
  unique (id, team_id),
  check ((status_id = 7) = (status_before_updating is not null)),
  check (status_id <> 8 or send_at is not null),
  check (num_nonnulls(chosen_product_id, chosen_at, chosen_price_pence, chosen_vat_pence, chosen_gives_change) in (0, 5)),
  check (chosen_price_pence between 0 and face_pence and chosen_vat_pence between 0 and face_vat_pence),
  foreign key (transaction_id, team_id, reason_key) references transaction (id, team_id, reason_key) on update cascade,
  constraint huggg_fetching check (not fetching or status_id = 3),
  constraint huggg_parts check (parts_pence between 0 and face_pence),
  constraint huggg_change check (
    (change_pence = 0 and change_vat_pence = 0)
    or (change_pence = face_pence - chosen_price_pence and change_vat_pence = face_vat_pence - chosen_vat_pence))
);
create index huggg_team on huggg (team_id, created_at desc, id);
create index huggg_due_send on huggg (send_at) where status_id = 8;
create index huggg_recipient on huggg (recipient_id);
create index huggg_by_status on huggg (team_id, status_id, created_at desc, id);
create index huggg_by_sender on huggg (team_id, sender_id, created_at desc, id);
create index huggg_by_product on huggg (team_id, product_id, created_at desc, id);
create index huggg_by_reason on huggg (team_id, reason_key, product_id, face_pence, id);
create index huggg_unopened on huggg (team_id, expiry_date, id) include (status_id) where viewed_date is null;
create index huggg_expirable on huggg (expiry_date) where status_id in (1, 2, 3, 8);

-- The one door between states: what huggg_transition does not allow is refused. Two operators together open it once more for a gift that
-- expired: taking back a batch of expiries, and a repair that gives a code back that was given out (decision 390).
create function check_huggg_transition() returns trigger language plpgsql as $$
begin
  if old.status_id = 5 and exists (
    select from expired_gift as expired join expiry_batch as batch on batch.id = expired.batch_id
    where expired.huggg_id = old.id and expired.from_status_id = new.status_id and expired.reversed_at is null
      and batch.reversal_confirmed_by is not null) then
    return new;
  end if;
  if old.status_id = 5 and new.status_id = 9 and exists (
    select from repair_step as step join repair on repair.id = step.repair_id
    join expired_gift as expired on expired.huggg_id = step.subject_id
    where step.subject_id = old.id and step.state = 'asked' and repair.kind = 'given-codes' and repair.confirmed_by is not null
      and expired.from_status_id = 9 and expired.reversed_at is null) then
    return new;
  end if;
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

-- Erasable, like gift_message: what was changed for this one gift after it was bought.
create table huggg_message (
  huggg_id uuid primary key,
  team_id uuid not null,
  notes text,
  from_name text,
  foreign key (huggg_id, team_id) references huggg (id, team_id)
);
create index huggg_message_search on huggg_message using gin (team_words(team_id, coalesce(notes, '') || ' ' || coalesce(from_name, '')));

-- A code that died when an address was corrected: it never comes back to life for anyone else.
create table retired_shortcode (
  shortcode text primary key,
  huggg_id uuid not null references huggg,
  retired_at timestamptz not null
);
create index retired_shortcode_huggg on retired_shortcode (huggg_id);

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
-- A foreign key is looked up from the other side when its row is locked, changed or asked for what hangs on it: without an index each
-- redemption reads every redemption there ever was.
create index redemption_huggg on redemption (huggg_id);
-- What a merchant's next statement takes.
create index redemption_owed on redemption (brand_id, created_at, id) where not is_settled and undone_at is null;

-- Redemptions that stand never add up to more than the gift is worth, no matter who asks.
create function check_redemption_fits() returns trigger language plpgsql as $$
declare
  left_pence bigint;
begin
  select coalesce(chosen_price_pence, face_pence) into left_pence from huggg where id = new.huggg_id for no key update;
  select left_pence - coalesce(sum(amount), 0) into left_pence from redemption where huggg_id = new.huggg_id and undone_at is null;
  if new.amount > left_pence then
    raise exception 'only % of gift % is left', left_pence, new.huggg_id
      using errcode = 'check_violation', constraint = 'redemption_fits';
  end if;
  return new;
end $$;
create trigger redemption_fits before insert on redemption for each row execute function check_redemption_fits();

-- What is on a statement stays on it: never taken back, and an undo is refused by redemption's own check.
create function refuse_unsettling() returns trigger language plpgsql as $$
begin
  raise exception 'what is on a merchant''s statement stays there' using errcode = 'restrict_violation', constraint = tg_name;
end $$;
create trigger redemption_settled before update of is_settled on redemption for each row
  when (old.is_settled and not new.is_settled) execute function refuse_unsettling();

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

-- Codes that others make: supplied in advance (a pool for a product), or bought from an issuer when they are first shown.

-- A product with a row here hands out supplied codes, never one of our own making.
create table code_pool (
  product_id uuid primary key references product,
  -- Since when someone was turned away because it was empty; the operator was told then. Cleared by the next import.
  exhausted_at timestamptz,
  created_at timestamptz not null,
  -- When an operator wants to be told that a product runs out of supplied codes.
  low_below integer not null default 50,
  constraint code_pool_low_below check (low_below >= 0)
);

create table supplied_code (
  id uuid primary key,
  product_id uuid not null references code_pool,
  -- Tells the same code of the same brand apart from others, without telling the code.
  fingerprint bytea not null unique,
  -- Code, PIN and link: cannot be read without the installation's secret.
  sealed bytea not null,
  -- The last moment at which its merchant takes it; null for no end.
  expires_at timestamptz,
  huggg_id uuid unique references huggg,
  taken_at timestamptz,
  created_at timestamptz not null,
  check ((huggg_id is null) = (taken_at is null))
);
create index supplied_code_free on supplied_code (product_id, expires_at, id) where huggg_id is null;

create function refuse_second_taking() returns trigger language plpgsql as $$
begin
  raise exception 'a code that was handed out stays handed out' using errcode = 'restrict_violation', constraint = 'supplied_code_once';
end $$;
create trigger supplied_code_once before update or delete on supplied_code for each row
  when (old.huggg_id is not null) execute function refuse_second_taking();

-- A gift's order at an issuer. It is committed before the issuer is asked, and asked again under the same reference until
-- there is an answer: whatever crashes, a gift buys one code.
create table voucher_attempt (
  huggg_id uuid primary key,
  team_id uuid not null,
  issuer text not null,
  product_reference text not null,
  face_value_pence bigint not null check (face_value_pence > 0),
  currency text not null,
  -- A new round, with a new reference, begins only after the issuer said for certain that nothing was issued.
  round integer not null default 1 check (round >= 1),
  client_request_id text not null unique,
  -- asking: it may have been issued · refused: nothing was · fetched: see fetched_voucher
  state text not null check (state in ('asking', 'refused', 'fetched')),
  -- How often the issuer was asked in this round.
  tries integer not null default 0 check (tries >= 0),
  -- Wall clock: anyone who asks holds it until then; and before then no one is to ask.
  leased_until timestamptz,
  paused_until timestamptz,
  -- Business clock: when it is asked again by itself.
  next_try_at timestamptz,
  -- What the issuer last said, in its codes; never a voucher's code.
  last_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check ((state = 'asking') = (next_try_at is not null))
);
create index voucher_attempt_due on voucher_attempt (next_try_at) where state = 'asking';

-- The one code of a gift that was not of our own making, from the moment it was paid for.
create table fetched_voucher (
  huggg_id uuid primary key,
  team_id uuid not null,
  source text not null check (source in ('pool', 'tillo', 'paypoint', 'post-office', 'pin4cash')),
  -- The supplied code, or the reference it was ordered under: each makes one gift's code.
  supplied_code_id uuid unique references supplied_code,
  client_request_id text unique,
  issuer_order text,
  sealed bytea not null,
  expires_at timestamptz,
  transfer_id uuid not null unique,
  fetched_at timestamptz not null,
  is_settled boolean not null default false,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check ((source = 'pool') = (supplied_code_id is not null)),
  check ((source = 'pool') = (client_request_id is null))
);
create index fetched_voucher_owed on fetched_voucher (fetched_at, huggg_id) where source = 'pool' and not is_settled;

create trigger fetched_voucher_settled before update of is_settled on fetched_voucher for each row
  when (old.is_settled and not new.is_settled) execute function refuse_unsettling();

-- What one run of the expiry job ended, so that it can be taken back.
create table expiry_batch (
  id uuid primary key,
  at timestamptz not null,
  gifts integer not null check (gifts > 0),
  reversal_asked_by text,
  reversal_asked_at timestamptz,
  reversal_reason text,
  -- Only while this is set do its gifts leave Expired.
  reversal_confirmed_by text,
  check (num_nonnulls(reversal_asked_by, reversal_asked_at, reversal_reason) in (0, 3)),
  check (reversal_confirmed_by is null or reversal_asked_by is not null)
);

create table expired_gift (
  batch_id uuid not null references expiry_batch,
  huggg_id uuid not null references huggg,
  from_status_id smallint not null references huggg_status,
  -- Null where no money moved: its code had been bought from an issuer.
  transfer_id uuid references ledger_transfer,
  reversed_at timestamptz,
  primary key (batch_id, huggg_id)
);
create index expired_gift_huggg on expired_gift (huggg_id);
create index expired_gift_transfer on expired_gift (transfer_id) where transfer_id is not null;

-- Gifts whose code could not be had when their recipient asked for it: asked for once a day, and refunded in the end.

create table awaited_code (
  huggg_id uuid primary key,
  team_id uuid not null,
  -- Business clock, all three.
  since timestamptz not null,
  next_try_at timestamptz,
  -- The gift was cancelled and its money returned.
  given_up_at timestamptz,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check ((next_try_at is null) = (given_up_at is not null))
);
create index awaited_code_due on awaited_code (next_try_at) where next_try_at is not null;

-- What is left of the money that an issuer holds for us, as its latest answer said; and when that is too little.
create table issuer_float (
  issuer text not null,
  currency text not null,
  -- Null until it has said.
  balance bigint,
  -- Wall clock.
  told_at timestamptz,
  low_below bigint not null default 100000 check (low_below >= 0),
  primary key (issuer, currency),
  check ((balance is null) = (told_at is null))
);

-- A gift's id is its name, which many may read: a till redeems by what only the recipient holds. An operator may except a
-- till whose program knows ids alone.
create table till_id_permission (
  client_id text primary key references client,
  allowed_at timestamptz not null,
  allowed_by text not null,
  reason text not null
);

-- Which gifts a till tried to redeem by their ids and was refused.
create table till_id_try (
  client_id text not null references client,
  huggg_id uuid not null references huggg,
  tries integer not null check (tries > 0),
  last_at timestamptz not null,
  primary key (client_id, huggg_id)
);
create index till_id_try_latest on till_id_try (last_at);
create index till_id_try_huggg on till_id_try (huggg_id);

-- What a cheaper choice left over went back: on one credit note for each purchase and London day. Null until then, and for good
-- where a budget's credit notes have it.
create table gift_change (
  huggg_id uuid primary key,
  team_id uuid not null,
  transaction_id uuid not null,
  day date not null,
  document_id uuid,
  awaits_credit boolean not null default true,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check (document_id is null or not awaits_credit)
);
create index gift_change_awaits on gift_change (day, transaction_id) where awaits_credit;
create index gift_change_document on gift_change (document_id) where document_id is not null;
-- What came back to senders of a team on a London day is mailed the morning after.
create index gift_change_team_day on gift_change (team_id, day);

-- Shareable gifts (superhugggs): one link at which many people claim a gift each. Their gifts are those of its purchases.

create table superhuggg (
  id uuid primary key,
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  shortcode text not null unique,
  claim_method text not null check (claim_method in ('email', 'sms')),
  per_person integer not null check (per_person >= 1),
  -- Who may claim; empty: everyone.
  email_endings text[] not null default '{}',
  number_prefixes text[] not null default '{}',
  paused_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Codes of a shareable gift are counted while they are open: since when (its sender may let people ask again), and when
  -- someone was last put off.
  codes_cleared_at timestamptz,
  codes_refused_at timestamptz,
  unique (id, team_id),
  check (email_endings = '{}' or claim_method = 'email'),
  check (number_prefixes = '{}' or claim_method = 'sms')
);
create index superhuggg_team on superhuggg (team_id, created_at desc);

alter table transaction add constraint transaction_superhuggg_fkey foreign key (superhuggg_id, team_id) references superhuggg (id, team_id);

-- A code that was sent to prove an address or number. The code itself is worked out from our secret and stored nowhere.
create table superhuggg_code (
  id uuid primary key,
  superhuggg_id uuid not null references superhuggg,
  -- Holds the address; erased when nothing was claimed with it.
  recipient_id uuid not null references recipient,
  -- Keyed hash of whom it was sent to.
  person_key text not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  -- Wall clock.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz
);
create index superhuggg_code_created on superhuggg_code (created_at);
create index superhuggg_code_recipient on superhuggg_code (recipient_id);
create index superhuggg_code_superhuggg on superhuggg_code (superhuggg_id);

create table superhuggg_claim (
  huggg_id uuid primary key,
  superhuggg_id uuid not null,
  team_id uuid not null,
  person_key text not null,
  -- Which of the gifts that one person may have.
  nth integer not null check (nth >= 1),
  claimed_at timestamptz not null,
  foreign key (superhuggg_id, team_id) references superhuggg (id, team_id),
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  unique (superhuggg_id, person_key, nth)
);
create index superhuggg_claim_latest on superhuggg_claim (superhuggg_id, claimed_at desc, huggg_id);
