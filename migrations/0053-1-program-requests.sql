-- What programs with credentials of their own asked is kept as long as what API keys did.
alter table api_request alter column api_key_id drop not null;
alter table api_request add column client_id text;
alter table api_request add constraint api_request_client foreign key (client_id) references client not valid;
alter table api_request add constraint api_request_whose check (num_nonnulls(api_key_id, client_id) = 1) not valid;
