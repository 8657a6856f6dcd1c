-- When a provider's metadata was last read from its address, by the wall clock; null where it was not since this was kept.
alter table saml_connection add column metadata_read_at timestamptz;
