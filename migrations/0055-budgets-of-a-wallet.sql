-- outside a transaction
-- A forecast asks which other budgets are paid from the same wallet.
create index concurrently automated_budget_wallet on automated_budget (wallet_id);
