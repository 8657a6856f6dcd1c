-- When what came back to a budget's participants is next to be credited within its month. Null of a live budget: not worked out yet.
alter table automated_budget add column credit_due_at timestamptz;
