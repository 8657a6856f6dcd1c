-- outside a transaction
create index concurrently outgoing_message_award_id on outgoing_message (award_id) where award_id is not null;
