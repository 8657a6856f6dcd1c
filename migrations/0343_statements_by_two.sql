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

-- Who confirmed a file that takes two operators.
alter table bank_import add column confirmed_by text;
alter table bank_import add column confirmed_alone boolean not null default false;

-- A file that one operator asked to import, and why another must confirm it; kept until then, or for two weeks.
alter table bank_staged add column asked_by text;
alter table bank_staged add column asked_at timestamptz;
alter table bank_staged add column asked_reason text;
alter table bank_staged add column asked_why text[];
-- As its operator typed it, where its layout does not tell the balance.
alter table bank_staged add column closing bigint;
-- Its balance does not continue what was proven, and is to hold from now on.
alter table bank_staged add column begins boolean not null default false;
