-- Who of support changed a draft last while visiting, and when: its owner is told before paying.
alter table basket add column support_changed_at timestamptz, add column support_changed_by text;
