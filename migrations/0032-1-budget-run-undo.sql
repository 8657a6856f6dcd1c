-- A run that was undone: what was unspent of it went back, once. All three hold for new rows at once.
alter table automated_budget_return add column execution_id uuid;
alter table automated_budget_return add constraint automated_budget_return_execution_fkey
  foreign key (execution_id, budget_id) references automated_budget_execution (id, budget_id) not valid;
alter table automated_budget_return drop constraint automated_budget_return_kind_check;
alter table automated_budget_return add constraint automated_budget_return_kind_check
  check (kind in ('withdrawal', 'removal', 'stop', 'undo')) not valid;
alter table automated_budget_return add constraint automated_budget_return_undo
  check ((kind = 'undo') = (execution_id is not null)) not valid;
