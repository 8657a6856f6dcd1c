-- What else people may be emailed, or not: receipts and invoices, and money to give.
alter table contact_preference
  add column receipts boolean not null default true,
  add column allowances boolean not null default true;
