-- outside a transaction
create index concurrently supplied_code_gift on supplied_code (huggg_id) where huggg_id is not null;
