-- outside a transaction
create index concurrently wallet_watched on wallet (id) where low_balance_alert is not null;
