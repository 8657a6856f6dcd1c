-- A recipient says that a shop would not take the code of their gift. Nothing of the gift changes by that; what an operator does about it does.
create table code_refusal (
  id uuid primary key,
  huggg_id uuid not null,
  team_id uuid not null,
  said text not null check (said in ('unknown', 'used', 'not-taken', 'other')),
  -- What the recipient wrote. Erasable.
  shop text,
  words text,
  -- Business clock, both.
  at timestamptz not null,
  settled_at timestamptz,
  settled_as text check (settled_as in ('issuer', 'new-code', 'refund')),
  settled_by text,
  note text,
  -- The supplied code that another was given in the place of.
  refused_code_id uuid unique references supplied_code,
  foreign key (huggg_id, team_id) references huggg (id, team_id),
  check (num_nonnulls(settled_at, settled_as, settled_by, note) in (0, 4)),
  check (refused_code_id is null or settled_as = 'new-code')
);
create index code_refusal_gift on code_refusal (huggg_id, at);
-- Said once, until it is settled.
create unique index code_refusal_open on code_refusal (huggg_id) where settled_at is null;
create index code_refusal_waiting on code_refusal (at, id) where settled_at is null;
create index code_refusal_team on code_refusal (team_id, at) where settled_at is null;

-- A gift whose code was refused is given another of its pool; the one it has now is in fetched_voucher, one for each gift.
alter table supplied_code drop constraint supplied_code_huggg_id_key;
