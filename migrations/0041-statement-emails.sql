-- Teams that are mailed a statement of account each month, and when the next one leaves (business clock). Switched off, the row goes.
create table statement_email (
  team_id uuid primary key references team,
  next_at timestamptz not null
);
create index statement_email_due on statement_email (next_at);
