-- Gifts whose code could not be had when their recipient asked for it: asked for once a day, and refunded in the end.

create table awaited_code (
  huggg_id uuid primary key,
  team_id uuid not null,
  -- Business clock, all three.
  since timestamptz not null,
  next_try_at timestamptz,
  -- The gift was cancelled and its money returned.
  given_up_at timestamptz,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check ((next_try_at is null) = (given_up_at is not null))
);
create index awaited_code_due on awaited_code (next_try_at) where next_try_at is not null;
