-- outside a transaction
create index concurrently api_request_sent on api_request (caller_request_id) where caller_request_id is not null;
