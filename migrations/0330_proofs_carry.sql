-- What someone typed who signed up with an address that had an unproven account: it becomes the account's with the link that is used.
alter table user_verification add column details jsonb;
-- The team that an upgrade by link is for. Links from before name none, and upgrade nothing.
alter table user_verification add column team_id uuid;
alter table user_verification add constraint user_verification_team_id_fkey foreign key (team_id) references team not valid;
