-- outside a transaction
create index concurrently api_request_answered on api_request (request_id);
