-- outside a transaction
create index concurrently recipient_person on recipient (team_id, person_address(email)) where email is not null;
