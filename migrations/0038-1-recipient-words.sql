-- outside a transaction
create index concurrently recipient_words on recipient using gin (
  plain_words(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || phone_words(phone_number)));
