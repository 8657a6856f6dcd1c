-- Finding gifts and purchases, and taking lists of them away as files.

-- The words of a text: folded, and split at everything that is neither letter nor digit.
create function split_words(value text) returns text[] language sql immutable parallel safe return
  array_remove(string_to_array(
    regexp_replace(translate(fold_search_text(value), '£€¥©®™°«»“”„…–—·•¿¡', repeat(' ', 19)), '[[:space:][:punct:]]+', ' ', 'g'), ' '), '');

-- Addresses in a text, each whole: far rarer than its parts.
create function address_words(value text) returns text[] language sql immutable parallel safe return
  array(select found[1] from regexp_matches(lower(value), '[a-z0-9._%+-]+@[a-z0-9.-]*', 'g') as found);

-- What a text is found by, and what of a text is looked for.
create function search_words(value text) returns text[] language sql immutable parallel safe return
  split_words(value) || address_words(value);
create function wanted_words(value text) returns text[] language sql immutable parallel safe return
  address_words(value) || split_words(regexp_replace(value, '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]*', ' ', 'g'));

-- Words under the last twelve digits of their team's id: looking for a word touches no other team's, however many there are.
create function team_words(team uuid, value text) returns tsvector language sql immutable parallel safe return
  array_to_tsvector(array(select right(team::text, 12) || left(word, 60) from unnest(search_words(value)) as word));

-- The same without a team: for few rows that were found otherwise.
create function plain_words(value text) returns tsvector language sql immutable parallel safe return
  array_to_tsvector(array(select left(word, 60) from unnest(search_words(value)) as word));

-- A number as it is stored and, for the United Kingdom, as people there write it.
create function phone_words(value text) returns text language sql immutable parallel safe return
  coalesce(substr(value, 2) || case when value like '+44%' then ' 0' || substr(value, 4) else '' end, '');

-- Personal data is looked for where it lives: these columns go when the row is erased.
alter table recipient add column search tsvector not null generated always as (team_words(team_id,
  coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || phone_words(phone_number) || ' ' || coalesce(notes, ''))) stored;
create index recipient_search on recipient using gin (search);
create index recipient_user on recipient (team_id, user_id) where user_id is not null;
create index recipient_phone on recipient (team_id, phone_number) where phone_number is not null;

alter table gift_message add column search tsvector not null generated always as (team_words(team_id,
  coalesce(message, '') || ' ' || coalesce(notes, '') || ' ' || coalesce(from_name, ''))) stored;
create index gift_message_search on gift_message using gin (search);
create index huggg_message_search on huggg_message using gin (team_words(team_id, coalesce(notes, '') || ' ' || coalesce(from_name, '')));
create index transaction_title on transaction using gin (team_words(team_id, coalesce(title, '')));
create index app_user_search on app_user using gin (
  plain_words(first_name || ' ' || surname || ' ' || coalesce(send_as_name, '') || ' ' || email));
create index product_words on product using gin (plain_words(name || ' ' || brand_name));

-- A gift carries its purchase's reason, '' for none, and follows it through the foreign key: one index answers for both.
alter table transaction add column reason_key text not null generated always as (coalesce(reason_code, '')) stored;
alter table transaction add unique (id, team_id, reason_key);
alter table huggg add column reason_key text not null default '';
alter table huggg add foreign key (transaction_id, team_id, reason_key) references transaction (id, team_id, reason_key) on update cascade;
alter table huggg drop constraint huggg_transaction_id_team_id_fkey;

create index huggg_by_status on huggg (team_id, status_id, created_at desc, id);
create index huggg_by_sender on huggg (team_id, sender_id, created_at desc, id);
create index huggg_by_product on huggg (team_id, product_id, created_at desc, id);
create index huggg_by_reason on huggg (team_id, reason_key, product_id, face_pence, id);
create index huggg_unopened on huggg (team_id, expiry_date, id) include (status_id) where viewed_date is null;
create index transaction_by_reason on transaction (team_id, reason_key, created_at desc, id);
create index outgoing_message_of_team on outgoing_message (team_id, status, huggg_id) where template = 'gift';

-- A list asked for as a file. Its query may name people: it is blanked together with the file, a week after.
create table export_request (
  id uuid primary key,
  kind text not null check (kind in ('hugggs', 'statement')),
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  -- What its maker could see when asking.
  team_ids uuid[] not null,
  own_only boolean not null,
  wallet_id uuid references wallet,
  format text not null check (format in ('csv', 'xlsx')),
  query jsonb not null,
  sort jsonb not null,
  status text not null default 'created' check (status in ('created', 'processing', 'completed', 'failed')),
  -- Null until the list is fixed.
  total_hits integer,
  -- Rows that are safely in parts, how many parts, and for a statement where the next one begins.
  rows_done integer not null default 0,
  parts_done integer not null default 0,
  next_cursor text,
  attempts integer not null default 0,
  file_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- The file, its parts and the query are gone.
  emptied_at timestamptz,
  check ((kind = 'statement') = (wallet_id is not null)),
  check ((status = 'completed') = (file_key is not null) or emptied_at is not null)
);
create index export_request_expiry on export_request (expires_at) where emptied_at is null;

-- Which gifts an export holds, in its order: fixed at its beginning, gone at its end.
create table export_row (
  export_id uuid not null references export_request,
  position integer not null,
  huggg_id uuid not null,
  primary key (export_id, position)
);
