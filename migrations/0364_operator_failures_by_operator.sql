-- outside a transaction
create index concurrently operator_sign_in_failure_operator on operator_sign_in_failure (operator_id);
