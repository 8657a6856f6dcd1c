-- outside a transaction
create index concurrently document_plan_invoice on document (plan_invoice_id) where plan_invoice_id is not null;
