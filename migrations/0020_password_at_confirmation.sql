-- Who signs up proves the address first and chooses a password then: no password waits for an address that may be another's.
alter table sign_up drop column password_hash;
alter table user_verification drop column password_hash;
