-- outside a transaction
create unique index concurrently automated_budget_return_execution on automated_budget_return (execution_id) where execution_id is not null;
