-- What merchants are owed for gifts used with them and for codes they supplied, and how they are paid.

-- What is on a statement stays on it: never taken back, and an undo is refused by redemption's own check.
create function refuse_unsettling() returns trigger language plpgsql as $$
begin
  raise exception 'what is on a merchant''s statement stays there' using errcode = 'restrict_violation', constraint = tg_name;
end $$;
create trigger redemption_settled before update of is_settled on redemption for each row
  when (old.is_settled and not new.is_settled) execute function refuse_unsettling();
alter table fetched_voucher add column is_settled boolean not null default false;
create trigger fetched_voucher_settled before update of is_settled on fetched_voucher for each row
  when (old.is_settled and not new.is_settled) execute function refuse_unsettling();

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

create function refuse_merchant_change() returns trigger language plpgsql as $$
begin
  raise exception '% stays as it is', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
end $$;
create trigger merchant_statement_line_kept before update or delete on merchant_statement_line for each row execute function refuse_merchant_change();
create trigger merchant_statement_permanent before delete on merchant_statement for each row execute function refuse_merchant_change();
create trigger merchant_payment_file_permanent before delete on merchant_payment_file for each row execute function refuse_merchant_change();
create trigger merchant_details_permanent before delete on merchant_details for each row execute function refuse_merchant_change();
create trigger merchant_correction_kept before update or delete on merchant_correction for each row execute function refuse_merchant_change();

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
