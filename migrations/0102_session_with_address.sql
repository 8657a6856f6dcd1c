-- outside a transaction
-- For the hourly chore that forgets where old sessions were opened.
create index concurrently session_with_address on session (last_used_at) where address is not null;
