-- Money that moves by the bank: statements, payouts to customers, and what merchants are owed and paid.

-- What the bank says moved: files of statements, their lines, and what was done about each.

create table bank_import (
  id uuid primary key,
  layout text not null,
  file_name text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  lines integer not null check (lines > 0),
  new_lines integer not null check (new_lines between 0 and lines),
  imported_by text not null,
  imported_at timestamptz not null,
  -- Who confirmed a file that takes two operators.
  confirmed_by text,
  confirmed_alone boolean not null default false
);
create index bank_import_at on bank_import (imported_at desc);

create table bank_line (
  id uuid primary key,
  import_id uuid not null references bank_import,
  -- Account, day, amount, words and a running number among equals: a line is kept once however many files hold it.
  fingerprint text not null unique,
  -- Sort code and account number (14 digits), or an IBAN.
  account text not null,
  layout text not null,
  booked_on date not null,
  currency text not null,
  -- Positive: it came in.
  amount bigint not null check (amount <> 0),
  -- As the bank prints it.
  text text not null,
  state text not null default 'new' check (state in ('new', 'booked', 'parked', 'outgoing', 'set-aside')),
  -- Why it needs a person, or why it was set aside.
  note text,
  -- What it was booked to.
  target_kind text,
  target_id uuid,
  target_label text,
  -- The transfer that booked it.
  transfer_id uuid references ledger_transfer,
  -- The transfer that holds it among the unmatched receipts.
  parked_id uuid references ledger_transfer,
  updated_at timestamptz not null,
  -- Why a line must not book itself, whatever it names: it has several payers, or may say again what a known line says.
  held text,
  -- What the bank itself calls it, where its layout says: unique in an account.
  bank_reference text,
  check (num_nonnulls(target_kind, target_id, target_label, transfer_id) in (0, 4)),
  check ((state = 'booked') = (transfer_id is not null)),
  check (state <> 'parked' or (amount > 0 and parked_id is not null)),
  check (state <> 'outgoing' or amount < 0)
);
create index bank_line_import on bank_line (import_id);
create index bank_line_open on bank_line (booked_on, id) where state in ('new', 'parked', 'outgoing');
create index bank_line_account on bank_line (account, booked_on);
create index bank_line_transfer on bank_line (transfer_id) where transfer_id is not null;
create index bank_line_parked on bank_line (parked_id) where parked_id is not null;
create index bank_line_reference on bank_line (account, bank_reference) where bank_reference is not null;

create function check_bank_line() returns trigger language plpgsql as $$
begin
  if (new.id, new.import_id, new.fingerprint, new.account, new.layout, new.booked_on, new.currency, new.amount, new.text, new.held, new.bank_reference)
      is distinct from (old.id, old.import_id, old.fingerprint, old.account, old.layout, old.booked_on, old.currency, old.amount, old.text, old.held, old.bank_reference) then
    raise exception 'a line of the bank stays as it came' using errcode = 'restrict_violation', constraint = 'bank_line_kept';
  end if;
  return new;
end $$;
create trigger bank_line_kept before update on bank_line for each row execute function check_bank_line();
create trigger bank_line_permanent before delete on bank_line for each row execute function refuse_change();

-- What was done about a line, by whom and why, in order.
create table bank_act (
  id bigint generated always as identity primary key,
  line_id uuid not null references bank_line,
  act text not null check (act in ('matched', 'found-booked', 'parked', 'allocated', 'undone', 'set-aside', 'taken-up')),
  operator text not null,
  reason text,
  target_kind text,
  target_id uuid,
  at timestamptz not null
);
create index bank_act_line on bank_act (line_id, id);

create trigger bank_act_append_only before update or delete on bank_act for each row execute function refuse_change();

-- Which transfers a line explains: each is one line's.
create table bank_act_transfer (
  transfer_id uuid primary key references ledger_transfer,
  act_id bigint not null references bank_act
);
create index bank_act_transfer_act on bank_act_transfer (act_id);

create trigger bank_act_transfer_append_only before update or delete on bank_act_transfer
  for each row execute function refuse_change();

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

-- Files of the bank that an operator looks at before they are imported. Kept for a day.
create table bank_staged (
  id uuid primary key,
  file_name text not null,
  layout text not null,
  account text,
  -- Its bytes, under the installation's secret.
  sealed bytea not null,
  staged_by text not null,
  staged_at timestamptz not null,
  -- A file that one operator asked to import, and why another must confirm it; kept until then, or for two weeks.
  asked_by text,
  asked_at timestamptz,
  asked_reason text,
  asked_why text[],
  -- As its operator typed it, where its layout does not tell the balance.
  closing bigint,
  -- Its balance does not continue what was proven, and is to hold from now on.
  begins boolean not null default false
);
create index bank_staged_at on bank_staged (staged_at);

-- What an account holds, as its statements prove it one after the other: the last row is what the next must continue.
create table bank_balance (
  id bigint generated always as identity primary key,
  account text not null,
  currency text not null,
  balance bigint not null,
  import_id uuid not null references bank_import,
  -- By two operators, whatever was proven before.
  begins boolean not null,
  proven_at timestamptz not null
);
create index bank_balance_account on bank_balance (account, currency, id desc);
create index bank_balance_import on bank_balance (import_id);

create trigger bank_balance_append_only before update or delete on bank_balance for each row execute function refuse_change();

-- Where a merchant is paid and mailed. One operator proposes each version, another approves it.
create table merchant_details (
  id uuid primary key,
  brand_id uuid not null references brand,
  -- Account name, sort code, account number and email address, under the installation's secret.
  sealed bytea not null,
  -- Last digits of the account, to tell versions apart.
  hint text not null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'replaced', 'withdrawn')),
  proposed_by text not null,
  proposed_at timestamptz not null,
  reason text not null,
  approved_by text,
  approved_at timestamptz,
  -- By the same person after a day, where there is no second one.
  approved_alone boolean not null default false,
  check ((approved_by is null) = (approved_at is null)),
  check ((state in ('approved', 'replaced')) = (approved_by is not null)),
  constraint merchant_details_two_operators
    check (approved_by <> proposed_by or (approved_alone and approved_at >= proposed_at + interval '24 hours'))
);
create unique index merchant_details_current on merchant_details (brand_id) where state = 'approved';
create unique index merchant_details_proposed on merchant_details (brand_id) where state = 'proposed';
create index merchant_details_brand on merchant_details (brand_id, proposed_at desc);

create function check_merchant_details() returns trigger language plpgsql as $$
begin
  if (new.id, new.brand_id, new.sealed, new.hint, new.proposed_by, new.proposed_at, new.reason)
      is distinct from (old.id, old.brand_id, old.sealed, old.hint, old.proposed_by, old.proposed_at, old.reason)
    or (old.approved_by is not null and (new.approved_by, new.approved_at, new.approved_alone) is distinct from (old.approved_by, old.approved_at, old.approved_alone))
    or old.state in ('replaced', 'withdrawn') then
    raise exception 'a version of a merchant''s details is approved or not, never changed' using errcode = 'restrict_violation', constraint = 'merchant_details_kept';
  end if;
  return new;
end $$;
create trigger merchant_details_kept before update on merchant_details for each row execute function check_merchant_details();

create function refuse_merchant_change() returns trigger language plpgsql as $$
begin
  raise exception '% stays as it is', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
end $$;
create trigger merchant_details_permanent before delete on merchant_details for each row execute function refuse_merchant_change();

-- Something that redemptions do not say: the next statement has it as a line.
create table merchant_correction (
  id uuid primary key,
  brand_id uuid not null references brand,
  currency text not null,
  -- Positive: the merchant gets more.
  amount bigint not null check (amount <> 0),
  redemption_id uuid references redemption,
  reason text not null,
  made_by text not null,
  transfer_id uuid not null unique,
  created_at timestamptz not null
);
create index merchant_correction_brand on merchant_correction (brand_id, created_at);
create index merchant_correction_redemption on merchant_correction (redemption_id) where redemption_id is not null;

create trigger merchant_correction_kept before update or delete on merchant_correction for each row execute function refuse_merchant_change();

-- Numbers of statements and files, counted up in the transaction that gives them.
create table merchant_series (
  series text primary key,
  last bigint not null check (last >= 1)
);

-- What is given to the bank. Its bytes are made once; no one gets them before a second operator has released them.
create table merchant_payment_file (
  id uuid primary key,
  number text not null unique,
  format text not null check (format in ('csv', 'pain.001')),
  currency text not null,
  payments integer not null check (payments > 0),
  total bigint not null check (total > 0),
  -- The day that the bank is asked to pay.
  pay_on date not null,
  -- Of the bytes, before they are sealed.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  sealed bytea not null,
  built_by text not null,
  built_at timestamptz not null,
  released_by text,
  released_at timestamptz,
  released_alone boolean not null default false,
  discarded_by text,
  discarded_at timestamptz,
  check ((released_by is null) = (released_at is null)),
  check ((discarded_by is null) = (discarded_at is null)),
  check (released_at is null or discarded_at is null),
  constraint merchant_payment_file_two_operators
    check (released_by <> built_by or (released_alone and released_at >= built_at + interval '24 hours'))
);

create function check_merchant_payment_file() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.format, new.currency, new.payments, new.total, new.pay_on, new.sha256, new.sealed, new.built_by, new.built_at)
      is distinct from (old.id, old.number, old.format, old.currency, old.payments, old.total, old.pay_on, old.sha256, old.sealed, old.built_by, old.built_at)
    or num_nonnulls(old.released_at, old.discarded_at) > 0 then
    raise exception 'a payment file is released or discarded once, and never changed' using errcode = 'restrict_violation', constraint = 'merchant_payment_file_kept';
  end if;
  return new;
end $$;
create trigger merchant_payment_file_kept before update on merchant_payment_file for each row execute function check_merchant_payment_file();
create trigger merchant_payment_file_permanent before delete on merchant_payment_file for each row execute function refuse_merchant_change();

create table merchant_statement (
  id uuid primary key,
  number text not null unique,
  brand_id uuid not null references brand,
  currency text not null,
  -- What was used before this moment and was on no statement yet.
  until timestamptz not null,
  lines integer not null check (lines > 0),
  total bigint not null,
  drawn_by text not null,
  drawn_at timestamptz not null,
  file_id uuid references merchant_payment_file,
  -- The account that the file pays into.
  details_id uuid references merchant_details,
  bank_line text,
  -- Of a whole file, where the bank took it as one sum.
  transfer_id uuid,
  paid_at timestamptz,
  -- Its PDF, and when that was mailed, or that the address took no mail.
  object_key text,
  mailed_at timestamptz,
  mail_refused boolean not null default false,
  check ((file_id is null) = (details_id is null)),
  check (file_id is null or total > 0),
  check (num_nonnulls(bank_line, transfer_id, paid_at) in (0, 3)),
  check (transfer_id is null or file_id is not null)
);
create index merchant_statement_brand on merchant_statement (brand_id, drawn_at desc);
create index merchant_statement_file on merchant_statement (file_id) where file_id is not null;
create index merchant_statement_details on merchant_statement (details_id) where details_id is not null;
create index merchant_statement_transfer on merchant_statement (transfer_id) where transfer_id is not null;
create index merchant_statement_bank_line on merchant_statement (bank_line) where bank_line is not null;

create trigger merchant_statement_permanent before delete on merchant_statement for each row execute function refuse_merchant_change();

create function check_merchant_statement() returns trigger language plpgsql as $$
declare
  file merchant_payment_file;
begin
  if (new.id, new.number, new.brand_id, new.currency, new.until, new.lines, new.total, new.drawn_by, new.drawn_at)
      is distinct from (old.id, old.number, old.brand_id, old.currency, old.until, old.lines, old.total, old.drawn_by, old.drawn_at)
    or (old.transfer_id is not null and (new.transfer_id, new.bank_line, new.paid_at, new.file_id) is distinct from (old.transfer_id, old.bank_line, old.paid_at, old.file_id)
      -- Unless its booking was taken back.
      and (new.transfer_id is not null or not exists (select from ledger_transfer where reverses_transfer_id = old.transfer_id))) then
    raise exception 'a statement that was drawn stays as it is' using errcode = 'restrict_violation', constraint = 'merchant_statement_kept';
  end if;
  if old.file_id is not null and new.file_id is distinct from old.file_id then
    select * into file from merchant_payment_file where id = old.file_id;
    if file.discarded_at is null then
      raise exception 'a statement is in one payment file' using errcode = 'restrict_violation', constraint = 'merchant_statement_filed_once';
    end if;
  end if;
  if new.transfer_id is not null and old.transfer_id is null then
    select * into file from merchant_payment_file where id = new.file_id;
    if file.released_at is null then
      raise exception 'nothing is paid before its file is released' using errcode = 'restrict_violation', constraint = 'merchant_statement_released';
    end if;
  end if;
  return new;
end $$;
create trigger merchant_statement_kept before update on merchant_statement for each row execute function check_merchant_statement();

-- Each redemption, each supplied code and each correction is on one statement, no matter who draws.
create table merchant_statement_line (
  statement_id uuid not null references merchant_statement,
  ordinal integer not null check (ordinal > 0),
  kind text not null check (kind in ('redemption', 'supplied-code', 'correction', 'carried')),
  redemption_id uuid unique references redemption,
  huggg_id uuid unique references fetched_voucher,
  correction_id uuid unique references merchant_correction,
  -- A statement that left the merchant owing us.
  carried_id uuid unique references merchant_statement,
  -- As things were called that day.
  what text not null,
  place text,
  at timestamptz not null,
  -- What the till took, VAT included, and what of it is the merchant's.
  taken bigint not null,
  amount bigint not null,
  primary key (statement_id, ordinal),
  check (num_nonnulls(redemption_id, huggg_id, correction_id, carried_id) = 1),
  check (case kind when 'redemption' then redemption_id when 'supplied-code' then huggg_id when 'correction' then correction_id else carried_id end is not null)
);

create function check_merchant_statement_lines() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct statement_id from drawn) as touched
    join merchant_statement as statement on statement.id = touched.statement_id
    cross join lateral (select count(*) as lines, sum(amount) as total from merchant_statement_line where statement_id = statement.id) as found
    where found.lines <> statement.lines or found.total <> statement.total
  ) then
    raise exception 'the lines of a statement are drawn together and add up to it' using errcode = 'check_violation', constraint = 'merchant_statement_sum';
  end if;
  if exists (
    select from drawn
    join merchant_statement as statement on statement.id = drawn.statement_id
    left join redemption on redemption.id = drawn.redemption_id
    left join fetched_voucher as code on code.huggg_id = drawn.huggg_id
    where (drawn.redemption_id is not null and (not redemption.is_settled or redemption.undone_at is not null or redemption.brand_id <> statement.brand_id))
      or (drawn.huggg_id is not null and (not code.is_settled or code.source <> 'pool'))
  ) then
    raise exception 'a line is of something that its statement froze' using errcode = 'check_violation', constraint = 'merchant_statement_frozen';
  end if;
  return null;
end $$;
create trigger merchant_statement_lines after insert on merchant_statement_line referencing new table as drawn
  for each statement execute function check_merchant_statement_lines();
create trigger merchant_statement_line_kept before update or delete on merchant_statement_line for each row execute function refuse_merchant_change();
