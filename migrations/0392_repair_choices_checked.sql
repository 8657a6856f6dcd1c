-- The kinds of 0391, checked.
alter table repair validate constraint repair_kind_check;
