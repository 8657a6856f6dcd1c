-- outside a transaction
create index concurrently if not exists bank_line_reference on bank_line (account, bank_reference) where bank_reference is not null;
