-- What the bank says moved: files of statements, their lines, and what was done about each.

create table bank_import (
  id uuid primary key,
  layout text not null,
  file_name text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  lines integer not null check (lines > 0),
  new_lines integer not null check (new_lines between 0 and lines),
  imported_by text not null,
  imported_at timestamptz not null
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

create function check_bank_line() returns trigger language plpgsql as $$
begin
  if (new.id, new.import_id, new.fingerprint, new.account, new.layout, new.booked_on, new.currency, new.amount, new.text)
      is distinct from (old.id, old.import_id, old.fingerprint, old.account, old.layout, old.booked_on, old.currency, old.amount, old.text) then
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

-- Bookings that were undone by a reversing transfer.
alter table bank_receipt add column reversed_at timestamptz;
alter table invoice_payment add column reversed_at timestamptz;
