-- Wall clock: since when the server that takes a message has been away; null where its latest try reached it.
alter table outgoing_message add column server_away_since timestamptz;
-- How many of its tries did not reach the server: these are no fault of the message.
alter table outgoing_message add column away_tries integer not null default 0;
