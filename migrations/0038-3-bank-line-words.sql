-- outside a transaction
create index concurrently bank_line_words on bank_line using gin (plain_words(text));
