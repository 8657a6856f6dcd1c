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

alter table document add column plan_invoice_id uuid;
alter table document drop constraint document_subject;
alter table document add constraint document_subject
  check (num_nonnulls(transaction_id, order_id, budget_invoice_id, plan_invoice_id) = 1) not valid;
alter table document add constraint document_plan_invoice
  foreign key (plan_invoice_id, team_id) references plan_invoice (id, team_id) not valid;
create trigger document_plan_issued before update of plan_invoice_id on document
  for each row execute function refuse_document_change();
