-- outside a transaction
create index concurrently outgoing_message_server_away on outgoing_message (channel) where server_away_since is not null;
