-- What is forgotten after its time, and how much room tables take. See docs/decisions/0176-what-is-forgotten.md.

-- What the nightly job has forgotten, by rule: written with every batch, so that a night that was cut short goes on.
create table retention_run (
  rule text primary key,
  -- The London day of its last night.
  night date not null,
  -- In that night, and in all.
  forgotten integer not null,
  forgotten_in_all bigint not null,
  -- The last night it came to its end, and when.
  finished_night date,
  finished_at timestamptz
);

-- Read once a night: growth is the difference.
create table table_size (
  day date not null,
  name text not null,
  bytes bigint not null,
  primary key (day, name)
);

-- The audit trail stays append-only for as long as the law may ask for it; then it may go. The record that a transfer between
-- wallets stands on is as lasting as the ledger.
create function refuse_change_while_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '6 years' and to_jsonb(old) ->> 'action' is distinct from 'wallet.transferred' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger audit_event_append_only before update or delete on audit_event for each row execute function refuse_change_while_kept();
create or replace trigger operator_act_append_only before update or delete on operator_act for each row execute function refuse_change_while_kept();
