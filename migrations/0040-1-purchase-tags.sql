-- A purchase keeps the tags that its sender, or the draft order it was bought from, gave it.
alter table transaction add column tags text[] not null default '{}';
