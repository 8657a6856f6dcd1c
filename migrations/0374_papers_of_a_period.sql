-- outside a transaction
create index concurrently document_budget_invoice on document (budget_invoice_id) where budget_invoice_id is not null;
