-- outside a transaction
create index concurrently bank_line_amount on bank_line (abs(amount));
