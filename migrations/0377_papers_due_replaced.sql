-- outside a transaction
drop index concurrently automated_budget_invoice_due;
