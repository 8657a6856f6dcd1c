-- outside a transaction
create index concurrently transaction_team_words on transaction using gin (
  team_words(team_id, coalesce(title, '') || ' ' || coalesce(purchase_order_number, '')))
  where title is not null or purchase_order_number is not null;
