-- outside a transaction
create unique index concurrently automated_budget_participant_employee on automated_budget_participant (budget_id, employee_id)
  where employee_id is not null and status <> 'deleted';
