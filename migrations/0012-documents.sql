-- Documents, and what teams pay for their plans.

-- Receipts, invoices, credit notes and pro forma invoices: numbered, never changed, each a PDF among the files.

-- Locked and counted up in the transaction that issues: a rolled back one gives its number back, so none is missing.
create table document_series (
  series text primary key,
  last bigint not null check (last >= 1)
);

create table document (
  id uuid primary key,
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  kind text not null,
  number text not null unique,
  -- What it is about: a purchase, or an order.
  transaction_id uuid,
  order_id uuid,
  currency text not null,
  net bigint not null,
  vat bigint not null,
  total bigint not null,
  -- Everything that is printed, as it was at that moment (documents/document.ts). Businesses and figures, no recipients.
  content jsonb not null,
  issued_at timestamptz not null,
  -- The team's own words about it; the only part that changes.
  notes text,
  -- Where its PDF lies, once it has been made.
  object_key text,
  produced_at timestamptz,
  budget_invoice_id uuid,
  plan_invoice_id uuid,
  unique (id, team_id),
  foreign key (transaction_id, team_id) references transaction (id, team_id),
  foreign key (order_id, team_id) references basket (id, team_id) on update cascade,
  check (total = net + vat),
  check ((kind = 'pro-forma') = (order_id is not null)),
  constraint document_check3 check ((object_key is null) = (produced_at is null)),
  constraint document_of_period check ((kind like 'period-%') = (budget_invoice_id is not null)),
  constraint document_subject
    check (num_nonnulls(transaction_id, order_id, budget_invoice_id, plan_invoice_id) = 1),
  constraint document_kind_check
    check (kind in ('receipt', 'invoice', 'credit-note', 'supplementary-invoice', 'pro-forma', 'period-invoice', 'period-credit-note', 'period-report'))
);
create index document_transaction on document (transaction_id) where transaction_id is not null;
create index document_order on document (order_id, issued_at) where order_id is not null;
create index document_team on document (team_id, issued_at desc, id);
-- A purchase has one receipt or one invoice.
create unique index document_of_purchase on document (transaction_id) where kind in ('receipt', 'invoice');
create index document_plan_invoice on document (plan_invoice_id) where plan_invoice_id is not null;
-- A period has one invoice and one report; credit notes as often as the month is cut.
create unique index document_period_once on document (budget_invoice_id, kind) where kind in ('period-invoice', 'period-report');
create index document_budget_invoice on document (budget_invoice_id) where budget_invoice_id is not null;

alter table gift_change add foreign key (document_id) references document;

create function refuse_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'a document that was issued stays as it is' using errcode = 'restrict_violation', constraint = 'document_issued';
end $$;
create trigger document_permanent before delete on document for each row execute function refuse_document_change();
create trigger document_issued before update of id, team_id, user_id, kind, number, transaction_id, budget_invoice_id, currency, net, vat, total, content, issued_at
  on document for each row when (old.kind <> 'pro-forma') execute function refuse_document_change();
create trigger document_plan_issued before update of plan_invoice_id on document
  for each row execute function refuse_document_change();

create table plan_request (
  id uuid primary key,
  team_id uuid not null references team,
  plan_id uuid not null references plan,
  user_id uuid not null references app_user,
  created_at timestamptz not null,
  approved_at timestamptz,
  -- A wish for another plan: waits for its invoice or the operator, or for the end of a period. `approved_at` closes it.
  kind text not null default 'upgrade',
  status text not null default 'requested',
  effective_at timestamptz,
  plan_invoice_id uuid,
  -- Why it was closed, where someone says so.
  reason text,
  constraint plan_request_kind check (kind in ('upgrade', 'downgrade', 'cancel')),
  constraint plan_request_status
    check (status in ('requested', 'pending', 'scheduled', 'done', 'withdrawn')),
  constraint plan_request_scheduled check (status <> 'scheduled' or effective_at is not null)
);
create unique index plan_request_open on plan_request (team_id) where approved_at is null;
create index plan_request_plan on plan_request (plan_id);

-- What teams pay for their plans.

-- A team that is billed for its plan. Periods are counted from the anchor, never from the last one.
create table plan_subscription (
  team_id uuid primary key references team,
  plan_id uuid not null references plan,
  -- Who asked for it: named on its invoices.
  user_id uuid not null references app_user,
  currency text not null,
  anchor date not null,
  billing_period text not null check (billing_period in ('month', 'year')),
  periods_invoiced integer not null check (periods_invoiced >= 0),
  -- Of the present plan: its initial period is counted from here.
  started_on date not null,
  next_invoice_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index plan_subscription_due on plan_subscription (next_invoice_at);
create index plan_subscription_plan on plan_subscription (plan_id);
create index plan_subscription_user on plan_subscription (user_id);

create table plan_invoice (
  id uuid primary key,
  team_id uuid not null references team,
  plan_id uuid not null references plan,
  user_id uuid not null references app_user,
  kind text not null check (kind in ('upgrade', 'renewal')),
  -- Days it is for, the last one excluded; not known before a first period has started.
  period_from date,
  period_until date,
  currency text not null,
  net bigint not null check (net > 0),
  vat bigint not null check (vat >= 0),
  total bigint not null,
  transfer_id uuid not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  -- Pence that were paid, and that credit notes took off the debt. Kept by the payments and credits below.
  paid bigint not null default 0 check (paid >= 0),
  credited bigint not null default 0 check (credited >= 0),
  settled_at timestamptz,
  card_attempts integer not null default 0,
  reminders integer not null default 0,
  remind_at timestamptz,
  unique (id, team_id),
  check (total = net + vat),
  check (paid + credited <= total),
  check ((settled_at is not null) = (paid + credited = total)),
  check ((period_from is null) = (period_until is null)),
  check (period_from < period_until)
);
create index plan_invoice_team on plan_invoice (team_id, issued_at);
create index plan_invoice_plan on plan_invoice (plan_id);
create index plan_invoice_user on plan_invoice (user_id);
create index plan_invoice_remind on plan_invoice (remind_at) where remind_at is not null;
-- A period is invoiced once.
create unique index plan_invoice_period on plan_invoice (team_id, period_from) where kind = 'renewal';

alter table document add constraint document_plan_invoice
  foreign key (plan_invoice_id, team_id) references plan_invoice (id, team_id);

-- What a credit note gave back: off the debt first, the rest to a wallet.
create table plan_credit (
  id uuid primary key,
  plan_invoice_id uuid not null,
  team_id uuid not null,
  net bigint not null check (net > 0),
  vat bigint not null check (vat >= 0),
  to_debt bigint not null check (to_debt >= 0),
  to_wallet bigint not null check (to_wallet >= 0),
  wallet_id uuid references wallet,
  transfer_id uuid not null,
  created_at timestamptz not null,
  foreign key (plan_invoice_id, team_id) references plan_invoice (id, team_id),
  check (to_debt + to_wallet = net + vat),
  check ((to_wallet > 0) = (wallet_id is not null))
);
create index plan_credit_invoice on plan_credit (plan_invoice_id, team_id);
create index plan_credit_wallet on plan_credit (wallet_id);

-- What a stored card paid; bank payments are in invoice_payment.
create table plan_payment (
  id uuid primary key,
  plan_invoice_id uuid not null,
  team_id uuid not null,
  charge_id uuid not null unique references charge,
  wallet_id uuid not null references wallet,
  amount bigint not null check (amount > 0),
  transfer_id uuid not null,
  paid_at timestamptz not null,
  foreign key (plan_invoice_id, team_id) references plan_invoice (id, team_id)
);
create index plan_payment_invoice on plan_payment (plan_invoice_id, team_id);
create index plan_payment_wallet on plan_payment (wallet_id);

-- Which credit note gave a gift's price back: each gift is on one.
create table credited_gift (
  huggg_id uuid primary key references huggg,
  document_id uuid not null references document
);
create index credited_gift_document on credited_gift (document_id);

-- What a customer paid for an invoice: all that was still owed for it, at once. Each line of the bank is booked once.
create table invoice_payment (
  id uuid primary key,
  document_id uuid not null,
  team_id uuid not null,
  bank_line text not null unique,
  currency text not null,
  amount bigint not null check (amount > 0),
  transfer_id uuid not null,
  received_at timestamptz not null,
  surplus bigint not null default 0 check (surplus >= 0),
  surplus_wallet_id uuid references wallet,
  reversed_at timestamptz,
  foreign key (document_id, team_id) references document (id, team_id),
  check ((surplus > 0) = (surplus_wallet_id is not null))
);
create index invoice_payment_document on invoice_payment (document_id);
create index invoice_payment_team on invoice_payment (team_id, received_at);
create index invoice_payment_surplus_wallet on invoice_payment (surplus_wallet_id) where surplus_wallet_id is not null;

-- An expiry that was taken back after its credit note: its gift is charged again, by an invoice of its own tax point (decision 303).
create table recharged_gift (
  -- The transfer that took the expiry back, and the one that it took back.
  reversal_id uuid primary key references ledger_transfer,
  expiry_id uuid not null unique references ledger_transfer,
  huggg_id uuid not null references huggg,
  transaction_id uuid not null references transaction,
  credit_id uuid not null references document,
  pence bigint not null check (pence > 0),
  at timestamptz not null,
  -- The invoice that charges it, once that is issued.
  document_id uuid references document
);
create index recharged_gift_open on recharged_gift (at) where document_id is null;
create index recharged_gift_huggg on recharged_gift (huggg_id);
create index recharged_gift_credit on recharged_gift (credit_id);
create index recharged_gift_document on recharged_gift (document_id) where document_id is not null;
create index recharged_gift_transaction on recharged_gift (transaction_id);

create function check_recharged_gift() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.document_id is not null or (new.reversal_id, new.expiry_id, new.huggg_id, new.transaction_id, new.credit_id, new.pence, new.at)
      is distinct from (old.reversal_id, old.expiry_id, old.huggg_id, old.transaction_id, old.credit_id, old.pence, old.at) then
    raise exception 'what was charged again stays as it is' using errcode = 'restrict_violation', constraint = 'recharged_gift_kept';
  end if;
  return new;
end $$;
create trigger recharged_gift_kept before update or delete on recharged_gift for each row execute function check_recharged_gift();
