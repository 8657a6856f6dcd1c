-- A run that was undone: what was unspent of it went back, once.
alter table automated_budget_return
  add column execution_id uuid,
  add foreign key (execution_id, budget_id) references automated_budget_execution (id, budget_id),
  drop constraint automated_budget_return_kind_check,
  add constraint automated_budget_return_kind_check check (kind in ('withdrawal', 'removal', 'stop', 'undo')),
  add constraint automated_budget_return_undo check ((kind = 'undo') = (execution_id is not null));
create unique index automated_budget_return_execution on automated_budget_return (execution_id) where execution_id is not null;
