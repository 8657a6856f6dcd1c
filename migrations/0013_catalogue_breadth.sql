-- The catalogue in breadth: taxonomies that hold each other, links to them, and the version by which processes notice a change.

-- One row. Bumped in the transaction of every import that changes something: an index built at another version is old.
create table catalogue_state (
  id boolean primary key default true check (id),
  version bigint not null default 0
);
insert into catalogue_state default values;

-- Documents that are loaded at start, by name; one whose text has not changed is left alone.
create table catalogue_document (
  name text primary key,
  checksum text not null,
  loaded_at timestamptz not null
);

alter table taxonomy
  -- False once withdrawn: still readable by id, no longer found by slug, listed or shown inside another.
  add column active boolean not null default true,
  add column banner_image text,
  add column icon text,
  -- For a taxonomy whose products are variants of one thing: which of them stands for all, what the buyer selects by
  -- (a field of the product), under which words, and by what else the variants differ: [{"name", "path"}].
  add column primary_product_id uuid references product,
  add column item_selector_property text,
  add column item_selector_title text,
  add column product_variant_differentiators jsonb not null default '[]',
  add column created_at timestamptz not null default '2026-01-01T00:00:00Z',
  add column updated_at timestamptz not null default '2026-01-01T00:00:00Z';
alter table taxonomy alter column created_at drop default, alter column updated_at drop default;

-- A taxonomy shown among products as if it were one: a shop's gift cards of every amount as one tile.
create table taxonomy_link (
  id uuid primary key,
  linked_taxonomy_id uuid not null references taxonomy,
  name text not null check (name <> ''),
  images jsonb not null default '{}',
  tag_ids uuid[] not null default '{}',
  label_ids uuid[] not null default '{}',
  taxonomy_ids uuid[] not null default '{}',
  weight integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index taxonomy_link_linked on taxonomy_link (linked_taxonomy_id);
create index taxonomy_link_taxonomies on taxonomy_link using gin (taxonomy_ids) with (fastupdate = off);

-- What a taxonomy shows first, in this order; what names it in its taxonomy_ids follows by weight.
create table taxonomy_item (
  taxonomy_id uuid not null references taxonomy,
  item_id uuid not null,
  type text not null check (type in ('product', 'taxonomy-link', 'taxonomy')),
  display_type text not null default 'inline' check (display_type in ('inline', 'list', 'preview')),
  position integer not null,
  -- The one that is meant, so that each is held by its foreign key.
  product_id uuid generated always as (case when type = 'product' then item_id end) stored references product,
  link_id uuid generated always as (case when type = 'taxonomy-link' then item_id end) stored references taxonomy_link,
  child_id uuid generated always as (case when type = 'taxonomy' then item_id end) stored references taxonomy,
  primary key (taxonomy_id, item_id),
  check (child_id is distinct from taxonomy_id)
);
create index taxonomy_item_item on taxonomy_item (item_id);

-- Words are searched in the process, by an index that forgives slips.
drop index product_search;
alter table product drop column search;
