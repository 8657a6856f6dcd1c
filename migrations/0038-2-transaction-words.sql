-- outside a transaction
create index concurrently transaction_words on transaction using gin (
  plain_words(coalesce(title, '') || ' ' || coalesce(purchase_order_number, '')))
  where title is not null or purchase_order_number is not null;
