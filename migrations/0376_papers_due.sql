-- outside a transaction
-- What is due first of a budget: its invoice, or crediting what came back within the month.
create index concurrently automated_budget_papers_due on automated_budget (least(invoice_due_at, coalesce(credit_due_at, started_at)));
