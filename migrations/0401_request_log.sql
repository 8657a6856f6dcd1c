-- Why a request with an API key was refused, and what was in it, without what a person wrote or is: the names of the wrong
-- fields, and the body in outline. `caller_request_id` is the `X-Request-Id` that came with it, if any: ours is our own.
alter table api_request add column code text;
alter table api_request add column fields jsonb;
alter table api_request add column body jsonb;
alter table api_request add column caller_request_id text;
