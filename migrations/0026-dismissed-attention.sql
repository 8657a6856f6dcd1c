-- What a person dismissed from home, by its key: {level, at}. It comes back when it gets worse.
alter table user_state add column dismissed jsonb not null default '{}';
