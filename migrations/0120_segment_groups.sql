-- Groups of segments: what recipients in some territories may choose from, named once for many choices.

create table segment_group (
  id uuid primary key,
  name text not null check (name <> ''),
  territories text[] not null default '{GB}' check (territories <@ '{GB,EU}' and territories <> '{}')
);
create table segment_group_segment (
  segment_group_id uuid not null references segment_group,
  segment_id uuid not null references segment,
  position integer not null default 0,
  primary key (segment_group_id, segment_id)
);
create index segment_group_segment_segment on segment_group_segment (segment_id);
-- A choice has segments of its own (product_segment), or these.
create table product_segment_group (
  product_id uuid not null references product,
  segment_group_id uuid not null references segment_group,
  position integer not null default 0,
  primary key (product_id, segment_group_id)
);
create index product_segment_group_group on product_segment_group (segment_group_id);
