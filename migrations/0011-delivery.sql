-- What leaves: emails, texts and printed gifts.

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
  status text not null default 'pending',
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
  -- An invite is mailed to someone who may have no account: its address is the invite's.
  invite_id uuid references team_invite,
  -- What the provider calls it.
  provider_id text,
  -- Wall clock: when it was certain that it does not arrive.
  failed_at timestamptz,
  -- Wall clock: since when the server that takes a message has been away; null where its latest try reached it.
  server_away_since timestamptz,
  -- How many of its tries did not reach the server: these are no fault of the message.
  away_tries integer not null default 0,
  constraint outgoing_message_check1 check (status <> 'sent' or sent_at is not null),
  constraint outgoing_message_addressee check (num_nonnulls(recipient_id, user_id, invite_id) = 1),
  constraint outgoing_message_status_check check (status in
    ('pending', 'sent', 'delivered', 'bounce', 'blocked', 'spam', 'dropped', 'unknown', 'undefined', 'failed', 'rejected', 'expired', 'cancelled'))
);
create index outgoing_message_pending on outgoing_message (next_attempt_at) where status = 'pending';
create index outgoing_message_huggg on outgoing_message (huggg_id, created_at desc);
create index outgoing_message_transaction on outgoing_message (transaction_id);
create index outgoing_message_of_team on outgoing_message (team_id, status, huggg_id) where template = 'gift';
create index outgoing_message_recipient_id on outgoing_message (recipient_id) where recipient_id is not null;
create index outgoing_message_user_id on outgoing_message (user_id) where user_id is not null;
create index outgoing_message_invite_id on outgoing_message (invite_id) where invite_id is not null;
create index outgoing_message_failed on outgoing_message (failed_at) where failed_at is not null;
create index outgoing_message_team on outgoing_message (team_id, id desc) where team_id is not null;
create index outgoing_message_unbound on outgoing_message (created_at) where huggg_id is null and transaction_id is null;
create index outgoing_message_server_away on outgoing_message (channel) where server_away_since is not null;

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

-- What is to be said next about a gift, and when; null once there is nothing more to say.
create table gift_reminder (
  huggg_id uuid primary key references huggg,
  -- Business clock.
  due_at timestamptz,
  kind text check (kind in ('day', 'week', 'month', 'week-left', 'day-left')),
  -- Its recipient wants no more of them.
  stopped boolean not null default false,
  check ((due_at is null) = (kind is null)),
  check (not stopped or due_at is null)
);
create index gift_reminder_due on gift_reminder (due_at) where due_at is not null;

-- Gifts whose message may not leave by the team's rules of the day: they wait, are looked at again, and at last go back.
create table held_gift (
  huggg_id uuid primary key,
  team_id uuid not null,
  transaction_id uuid not null,
  why text not null check (why in ('method', 'domain', 'price', 'category', 'cap')),
  since timestamptz not null,
  -- Null once it was given back.
  next_look_at timestamptz,
  given_back_at timestamptz,
  foreign key (huggg_id, team_id) references huggg (id, team_id)
);
create index held_gift_look on held_gift (next_look_at) where next_look_at is not null;
create index held_gift_transaction on held_gift (transaction_id);

-- Printed gifts: templates, what a purchase prints, whom each card is for, and the PDFs made of them.

create table printable_template (
  id uuid primary key,
  -- Null: everyone's.
  team_id uuid references team,
  name text not null,
  type text not null check (type in ('huggg', 'paypoint', 'post-office')),
  layout text not null check (layout in ('letter', 'folded-card', 'card')),
  body text not null,
  -- Lists of {name, label, type, optional, defaultValue, placeholder}.
  dynamic_data jsonb not null default '[]',
  dynamic_recipient_data jsonb not null default '[]',
  position integer not null default 100,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index printable_template_team on printable_template (team_id);
insert into printable_template (id, name, type, layout, body, dynamic_data, dynamic_recipient_data, position, created_at, updated_at) values
('00000000-0000-4000-8000-b00000000001', 'Thank-you card', 'huggg', 'card',
 E'# Thank you, {{name}}\n\n{{message}}\n\nYour gift: **{{product}}**\n\n{{from}}',
 '[{"name":"message","label":"Message","type":"string","optional":false,"defaultValue":"You made a real difference. Here is something small, just for you.","placeholder":"What you would like to say"},{"name":"from","label":"From","type":"string","optional":true,"defaultValue":"","placeholder":"Everyone at Acme"}]',
 '[{"name":"name","label":"Name","type":"string","optional":false,"defaultValue":"","placeholder":"Ada Lovelace"}]', 1, '2026-01-01', '2026-01-01'),
('00000000-0000-4000-8000-b00000000002', 'Folded card', 'huggg', 'folded-card',
 E'# Dear {{name}},\n\n{{message}}\n\n---\n\n**{{product}}**\n\n{{from}}',
 '[{"name":"message","label":"Message","type":"string","optional":false,"defaultValue":"Thank you for everything you do. This one is for you.","placeholder":"What you would like to say"},{"name":"from","label":"From","type":"string","optional":true,"defaultValue":"","placeholder":"Everyone at Acme"}]',
 '[{"name":"name","label":"Name","type":"string","optional":false,"defaultValue":"","placeholder":"Ada Lovelace"}]', 2, '2026-01-01', '2026-01-01'),
('00000000-0000-4000-8000-b00000000003', 'Letter', 'huggg', 'letter',
 E'# A gift for you, {{name}}\n\n{{message}}\n\nYour gift is **{{product}}**. To open it, scan the code below with your phone, or type the address into any browser. It is yours until {{expiry}}.\n\nWith best wishes\n{{from}}',
 '[{"name":"message","label":"Message","type":"string","optional":false,"defaultValue":"We would like to thank you for your help this year.","placeholder":"What you would like to say"},{"name":"from","label":"From","type":"string","optional":true,"defaultValue":"","placeholder":"Everyone at Acme"}]',
 '[{"name":"name","label":"Name","type":"string","optional":false,"defaultValue":"","placeholder":"Ada Lovelace"},{"name":"addressLine1","label":"Address line 1","type":"string","optional":false,"defaultValue":"","placeholder":"12 Market Street"},{"name":"addressLine2","label":"Address line 2","type":"string","optional":true,"defaultValue":"","placeholder":"Flat 4"},{"name":"town","label":"Town","type":"string","optional":false,"defaultValue":"","placeholder":"Leeds"},{"name":"postcode","label":"Postcode","type":"string","optional":false,"defaultValue":"","placeholder":"LS1 4AB"}]', 3, '2026-01-01', '2026-01-01'),
('00000000-0000-4000-8000-b00000000004', 'PayPoint letter', 'paypoint', 'letter',
 E'# {{name}}, here is your support\n\nYou have been given **{{product}}**.\n\n## How to use it\n\n- Scan the code below with a phone, or type the address into a browser.\n- Choose where you would like to use it.\n- Show the code at any PayPoint shop.\n\nPlease use it by **{{expiry}}**. {{help}}',
 '[{"name":"help","label":"Who can help","type":"string","optional":true,"defaultValue":"","placeholder":"Questions? Call us on 0113 496 0000."}]',
 '[{"name":"name","label":"Name","type":"string","optional":false,"defaultValue":"","placeholder":"Ada Lovelace"},{"name":"addressLine1","label":"Address line 1","type":"string","optional":false,"defaultValue":"","placeholder":"12 Market Street"},{"name":"addressLine2","label":"Address line 2","type":"string","optional":true,"defaultValue":"","placeholder":"Flat 4"},{"name":"town","label":"Town","type":"string","optional":false,"defaultValue":"","placeholder":"Leeds"},{"name":"postcode","label":"Postcode","type":"string","optional":false,"defaultValue":"","placeholder":"LS1 4AB"},{"name":"caseReference","label":"Case reference","type":"string","optional":true,"defaultValue":"","placeholder":"HSF-2041"}]', 4, '2026-01-01', '2026-01-01'),
('00000000-0000-4000-8000-b00000000005', 'Post Office letter', 'post-office', 'letter',
 E'# {{name}}, here is your payment\n\nYou have been given **{{product}}**. You can collect it in cash at any Post Office.\n\n## How to collect it\n\n- Scan the code below with a phone, or type the address into a browser, to get your barcode.\n- Take the barcode and this letter to a Post Office.\n- The person at the counter scans it and pays you.\n\nPlease collect it by **{{expiry}}**. {{help}}',
 '[{"name":"help","label":"Who can help","type":"string","optional":true,"defaultValue":"","placeholder":"Questions? Call us on 0113 496 0000."}]',
 '[{"name":"name","label":"Name","type":"string","optional":false,"defaultValue":"","placeholder":"Ada Lovelace"},{"name":"addressLine1","label":"Address line 1","type":"string","optional":false,"defaultValue":"","placeholder":"12 Market Street"},{"name":"addressLine2","label":"Address line 2","type":"string","optional":true,"defaultValue":"","placeholder":"Flat 4"},{"name":"town","label":"Town","type":"string","optional":false,"defaultValue":"","placeholder":"Leeds"},{"name":"postcode","label":"Postcode","type":"string","optional":false,"defaultValue":"","placeholder":"LS1 4AB"},{"name":"caseReference","label":"Case reference","type":"string","optional":true,"defaultValue":"","placeholder":"HSF-2041"}]', 5, '2026-01-01', '2026-01-01');

-- What a purchase prints.
create table printable (
  id uuid primary key,
  transaction_id uuid not null unique,
  team_id uuid not null,
  user_id uuid not null references app_user,
  template_id uuid not null references printable_template,
  body text not null,
  data jsonb not null default '{}',
  -- Rises with every change of what is printed: a PDF is good for the version it was made of.
  version integer not null default 1 check (version >= 1),
  file_status text not null default 'none' check (file_status in ('none', 'queued', 'making', 'ready', 'failed')),
  file_version integer,
  file_key text,
  -- Cards drawn so far and in all, for anyone who waits.
  cards_made integer not null default 0,
  cards_total integer not null default 0,
  file_error text,
  -- Asked for by email: whom the link goes to, once, when the PDF is ready.
  notify_user_id uuid references app_user,
  file_sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  foreign key (transaction_id, team_id) references transaction (id, team_id),
  check (file_status <> 'ready' or (file_key is not null and file_version is not null))
);
-- What is looked up, or held, by these when the row they refer to goes.
create index printable_template_id on printable (template_id);

-- Whom a card is for: personal, erasable like recipient.
create table printable_receiver (
  huggg_id uuid primary key,
  transaction_id uuid not null,
  team_id uuid not null,
  template_data jsonb not null,
  -- The version of a PDF that was handed out with it: changing it afterwards kills the code on that paper.
  printed_version integer,
  updated_at timestamptz not null,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  foreign key (transaction_id, team_id) references transaction (id, team_id)
);
create index printable_receiver_transaction on printable_receiver (transaction_id);

-- PDFs that are looked at and thrown away, and those that newer ones replaced.
create table printable_scrap (
  object_key text primary key,
  team_id uuid not null references team,
  -- Wall clock.
  remove_after timestamptz not null
);
create index printable_scrap_due on printable_scrap (remove_after);
