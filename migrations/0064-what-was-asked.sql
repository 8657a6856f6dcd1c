-- What support is asked about: which record a program asked for, and which codes a till was refused.

-- The path with the ids of ours that were asked for; a code that opens a gift is never kept.
alter table api_request add column asked text;

-- What a till of the till page looked up in vain. Of a code that names no gift a fingerprint and its last letters; of a gift's own, nothing.
create table till_refusal (
  id bigint generated always as identity primary key,
  client_id text not null references client,
  at timestamptz not null,
  reason text not null,
  fingerprint bytea,
  ending text
);
create index till_refusal_client on till_refusal (client_id, id);
create index till_refusal_fingerprint on till_refusal (fingerprint) where fingerprint is not null;
create index till_refusal_at on till_refusal using brin (at);
