-- outside a transaction
create index concurrently transaction_tags on transaction using gin (tags) where tags <> '{}';
