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
