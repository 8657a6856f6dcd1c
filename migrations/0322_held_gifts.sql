-- Gifts whose message may not leave by the team's rules of the day: they wait, are looked at again, and at last go back.
create table held_gift (
  huggg_id uuid primary key,
  team_id uuid not null,
  transaction_id uuid not null,
  why text not null check (why in ('method', 'domain', 'price', 'category', 'cap')),
  since timestamptz not null,
  -- Null once it was given back.
  next_look_at timestamptz,
  given_back_at timestamptz,
  foreign key (huggg_id, team_id) references huggg (id, team_id)
);
create index held_gift_look on held_gift (next_look_at) where next_look_at is not null;
create index held_gift_transaction on held_gift (transaction_id);
