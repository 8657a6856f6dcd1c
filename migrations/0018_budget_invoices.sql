-- Period invoices of automated budgets, and invoices that are paid in parts.

-- What a budget's participants were charged, and given back, between two moments. Business times.
create table automated_budget_invoice (
  id uuid primary key,
  budget_id uuid not null,
  team_id uuid not null,
  user_id uuid not null references app_user,
  -- The calendar month in Europe/London that it lies in, YYYY-MM.
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- Shown to everybody who may see the budget; until then to those who manage billing.
  published boolean not null default false,
  notes text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, team_id),
  -- A period follows the last one, and ends where the next begins.
  unique (budget_id, from_at),
  foreign key (budget_id, team_id) references automated_budget (id, team_id),
  check (from_at < until_at)
);
create index automated_budget_invoice_budget on automated_budget_invoice (budget_id, id desc);

-- The transfers that a period invoice and its credit note are made of: each is on one.
create table automated_budget_billed (
  transfer_id uuid primary key references ledger_transfer,
  invoice_id uuid not null references automated_budget_invoice
);
create index automated_budget_billed_invoice on automated_budget_billed (invoice_id);

alter table automated_budget
  -- Up to when it has been invoiced, and when that is next to be done.
  add column invoiced_until timestamptz,
  add column invoice_due_at timestamptz;
create index automated_budget_invoice_due on automated_budget (invoice_due_at) where invoice_due_at is not null;
update automated_budget
  set invoice_due_at = (date_trunc('month', started_at at time zone 'Europe/London') + interval '1 month') at time zone 'Europe/London'
  where started_at is not null;

-- Which purchases were made from a wallet, for its budget's invoices.
create index transaction_wallet on transaction (wallet_id);

alter table document
  drop constraint document_kind_check,
  drop constraint document_check2,
  add column budget_invoice_id uuid,
  add foreign key (budget_invoice_id, team_id) references automated_budget_invoice (id, team_id),
  add constraint document_kind_check check (kind in ('receipt', 'invoice', 'credit-note', 'pro-forma', 'period-invoice', 'period-credit-note', 'period-report')),
  add constraint document_subject check (num_nonnulls(transaction_id, order_id, budget_invoice_id) = 1),
  add constraint document_of_period check ((kind like 'period-%') = (budget_invoice_id is not null));
create unique index document_period on document (budget_invoice_id, kind) where budget_invoice_id is not null;
drop trigger document_issued on document;
create trigger document_issued before update of id, team_id, user_id, kind, number, transaction_id, budget_invoice_id, currency, net, vat, total, content, issued_at
  on document for each row when (old.kind <> 'pro-forma') execute function refuse_document_change();

-- An invoice may be paid in parts; what is paid beyond the debt goes to the wallet of its purchase in the same transfer.
alter table invoice_payment
  drop constraint invoice_payment_document_id_key,
  add column surplus bigint not null default 0 check (surplus >= 0),
  add column surplus_wallet_id uuid references wallet,
  add check ((surplus > 0) = (surplus_wallet_id is not null));
create index invoice_payment_document on invoice_payment (document_id);
create index invoice_payment_team on invoice_payment (team_id, received_at);
