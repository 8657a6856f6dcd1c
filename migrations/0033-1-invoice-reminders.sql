-- Reminders of invoices for purchases that are overdue: how many were sent, and when to look again. Business clock. A row stays when its
-- invoice is paid: a payment that is taken back makes it owed again.
create table invoice_reminder (
  document_id uuid primary key references document,
  reminders integer not null default 0 check (reminders >= 0),
  remind_at timestamptz
);
create index invoice_reminder_due on invoice_reminder (remind_at) where remind_at is not null;

-- Invoices that are there already are looked at once; only the last reminder that is due for each is sent.
insert into invoice_reminder (document_id, remind_at)
select document.id, document.issued_at from document
join transaction on transaction.id = document.transaction_id and transaction.invoice_paid_at is null
where document.kind = 'invoice';
