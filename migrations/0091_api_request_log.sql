-- What API keys were used for, for 30 days. Without bodies and without ids of people: a path is the contract's.

create table api_request (
  id bigint generated always as identity primary key,
  api_key_id uuid not null references api_key,
  -- Wall clock.
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms integer not null,
  request_id text not null
);
create index api_request_key on api_request (api_key_id, id);
-- The few that went wrong are found without reading the many that did not.
create index api_request_refused on api_request (api_key_id, id) where status >= 400;
create index api_request_at on api_request using brin (at);
