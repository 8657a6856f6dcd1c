-- Teams delete templates of their own; purchases that print by one keep it.
alter table printable_template add column deleted_at timestamptz;
