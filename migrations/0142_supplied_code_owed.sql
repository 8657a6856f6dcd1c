-- outside a transaction
create index concurrently if not exists fetched_voucher_owed on fetched_voucher (fetched_at, huggg_id) where source = 'pool' and not is_settled;
