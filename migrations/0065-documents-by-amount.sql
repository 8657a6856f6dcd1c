-- outside a transaction
create index concurrently document_total on document (total);
