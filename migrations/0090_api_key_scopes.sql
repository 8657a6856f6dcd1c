-- Keys that may do less than the role they act with, and that end by themselves. Those issued before keep every scope.

alter table api_key add column scopes text[] not null default '{read,send,manage}';
alter table api_key add constraint api_key_scopes check (scopes <@ '{read,send,manage}' and cardinality(scopes) > 0) not valid;
-- Wall clock; null where it works until it is revoked.
alter table api_key add column expires_at timestamptz;
