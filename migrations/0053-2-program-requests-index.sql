-- outside a transaction
create index concurrently api_request_client on api_request (client_id, id) where client_id is not null;
