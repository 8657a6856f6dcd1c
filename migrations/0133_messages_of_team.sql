-- outside a transaction
create index concurrently outgoing_message_team on outgoing_message (team_id, id desc) where team_id is not null;
