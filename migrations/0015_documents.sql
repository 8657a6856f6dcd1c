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
  kind text not null check (kind in ('receipt', 'invoice', 'credit-note', 'pro-forma')),
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
  unique (id, team_id),
  foreign key (transaction_id, team_id) references transaction (id, team_id),
  foreign key (order_id, team_id) references basket (id, team_id) on update cascade,
  check (total = net + vat),
  check ((kind = 'pro-forma') = (order_id is not null)),
  check ((kind <> 'pro-forma') = (transaction_id is not null)),
  check ((object_key is null) = (produced_at is null))
);
create index document_transaction on document (transaction_id) where transaction_id is not null;
create index document_order on document (order_id, issued_at) where order_id is not null;
create index document_team on document (team_id, issued_at desc, id);
-- A purchase has one receipt or one invoice.
create unique index document_of_purchase on document (transaction_id) where kind in ('receipt', 'invoice');

create function refuse_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'a document that was issued stays as it is' using errcode = 'restrict_violation', constraint = 'document_issued';
end $$;
create trigger document_issued before update of id, team_id, user_id, kind, number, transaction_id, currency, net, vat, total, content, issued_at
  on document for each row when (old.kind <> 'pro-forma') execute function refuse_document_change();
create trigger document_permanent before delete on document for each row execute function refuse_document_change();

-- Which credit note gave a gift's price back: each gift is on one.
create table credited_gift (
  huggg_id uuid primary key references huggg,
  document_id uuid not null references document
);
create index credited_gift_document on credited_gift (document_id);

-- A purchase that was paid and has neither receipt nor invoice yet: they are issued in batches, in the order of purchase.
alter table transaction add column awaits_document boolean not null default false;
create index transaction_awaits_document on transaction (created_at, id) where awaits_document;

-- What a customer paid for an invoice: all that was still owed for it, at once. Each line of the bank is booked once.
create table invoice_payment (
  id uuid primary key,
  document_id uuid not null unique,
  team_id uuid not null,
  bank_line text not null unique,
  currency text not null,
  amount bigint not null check (amount > 0),
  transfer_id uuid not null,
  received_at timestamptz not null,
  foreign key (document_id, team_id) references document (id, team_id)
);

-- Rate of the VAT inside the face, in basis points; null for a multi-purpose voucher, whose face is outside its scope.
alter table transaction add column face_vat_basis_points integer check (face_vat_basis_points between 0 and 10000);
