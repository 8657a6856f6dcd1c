-- outside a transaction
create index concurrently recipient_unerased on recipient (coalesce(created_at, '-infinity'::timestamptz)) where erased_at is null;
