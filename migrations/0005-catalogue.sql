-- What can be bought. Loaded by the operator; read by everyone; never scoped to a team.

create table brand (
  id uuid primary key,
  name text not null check (name <> ''),
  description text not null default '',
  website text,
  logo_url text,
  images jsonb not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Products carry these three, so that a list of products is one index and one table.
  unique (id, name, active)
);

alter table client add foreign key (brand_id) references brand;

create table store (
  id uuid primary key,
  brand_id uuid not null references brand,
  name text not null check (name <> ''),
  address text not null default '',
  postcode text,
  latitude double precision,
  longitude double precision,
  active boolean not null default true,
  unique (id, brand_id)
);
create index store_brand on store (brand_id);

-- What a product is (type 7: the categories that gifting restrictions speak of), and what is said of it on its card.
create table tag (
  id uuid primary key,
  name text not null check (name <> ''),
  type_id integer not null default 1
);

create table label (
  id uuid primary key,
  name text not null check (name <> '')
);

-- Where a product is found in the shop: categories by slug, collections.
create table taxonomy (
  id uuid primary key,
  name text not null check (name <> ''),
  -- Deferrable: an import may let two change places in one statement.
  slug text not null unique deferrable check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  display_type text not null default 'category'
    check (display_type in ('app', 'collection', 'category', 'inline', 'preview', 'list', 'product-variant')),
  -- False once withdrawn: still readable by id, no longer found by slug, listed or shown inside another.
  active boolean not null default true,
  banner_image text,
  icon text,
  -- For a taxonomy whose products are variants of one thing: which of them stands for all, what the buyer selects by
  -- (a field of the product), under which words, and by what else the variants differ: [{"name", "path"}].
  primary_product_id uuid,
  item_selector_property text,
  item_selector_title text,
  product_variant_differentiators jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table product (
  id uuid primary key,
  brand_id uuid not null,
  -- Follow the brand by themselves, through the foreign key below.
  brand_name text not null,
  brand_active boolean not null,
  name text not null check (name <> ''),
  description text not null default '',
  contents text not null default '',
  terms text not null default '',
  -- single: one voucher; choice: the recipient picks one of the options of its segments.
  kind text not null default 'single' check (kind in ('single', 'choice')),
  territory text not null default 'GB' check (territory in ('GB', 'EU')),
  currency text not null default 'GBX' check (currency in ('GBX', 'EUX')),
  sender_price bigint not null check (sender_price > 0),
  handling_fee bigint not null default 0 check (handling_fee >= 0),
  vat_voucher_type text not null check (vat_voucher_type in ('SPV', 'MPV')),
  -- Rate inside an SPV's price, in basis points; 0 for an MPV.
  vat_basis_points integer not null default 0 check (vat_basis_points between 0 and 10000),
  -- own: redeemed at our tills by our code; the others are fetched from the issuer at reveal.
  voucher_type text not null default 'own' check (voucher_type in ('own', 'tillo', 'paypoint', 'post-office', 'pin4cash')),
  issuer_reference text,
  gives_change boolean not null default false,
  over18 boolean not null default false,
  -- {"main": [paths], …}: the first of main is the product's face.
  images jsonb not null default '{}',
  -- Largest number of days a voucher of this product can be valid.
  maximum_expiry_days integer not null default 365 check (maximum_expiry_days > 0),
  is_gift_card boolean not null default false,
  variant_of_product_id uuid references product,
  variant_label text,
  tag_ids uuid[] not null default '{}',
  label_ids uuid[] not null default '{}',
  taxonomy_ids uuid[] not null default '{}',
  -- Order in lists: the heavier first.
  weight integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  offered boolean not null generated always as (active and brand_active) stored,
  sms_segment_pence integer check (sms_segment_pence >= 0),
  allows_parts boolean not null default false,
  foreign key (brand_id, brand_name, brand_active) references brand (id, name, active) on update cascade,
  check (vat_voucher_type = 'SPV' or vat_basis_points = 0),
  check (kind = 'single' or (vat_voucher_type = 'MPV' and voucher_type = 'own')),
  check ((voucher_type = 'own') = (issuer_reference is null)),
  check ((territory = 'GB') = (currency = 'GBX'))
);
create index product_brand on product (brand_id, weight desc, id);
create index product_list on product (weight desc, id) where offered;
create index product_price on product (sender_price, id) where offered;
create index product_name on product (lower(name), id) where offered;
create index product_tags on product using gin (tag_ids) with (fastupdate = off) where offered;
create index product_labels on product using gin (label_ids) with (fastupdate = off) where offered;
create index product_taxonomies on product using gin (taxonomy_ids) with (fastupdate = off) where offered;
create index product_words on product using gin (plain_words(name || ' ' || brand_name));

alter table taxonomy add foreign key (primary_product_id) references product;

create table segment (
  id uuid primary key,
  name text not null check (name <> ''),
  description text not null default '',
  image_url text,
  territories text[] not null default '{GB}' check (territories <@ '{GB,EU}' and territories <> '{}'),
  position integer not null default 0
);

create table segment_option (
  segment_id uuid not null references segment,
  product_id uuid not null references product,
  position integer not null default 0,
  primary key (segment_id, product_id)
);
create index segment_option_product on segment_option (product_id);

create table product_segment (
  product_id uuid not null references product,
  segment_id uuid not null references segment,
  position integer not null default 0,
  primary key (product_id, segment_id)
);
create index product_segment_segment on product_segment (segment_id);

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

-- Catalogue files that an operator looks at before they are imported. Kept for a day.
create table catalogue_staged (
  id uuid primary key,
  file_name text not null,
  document text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  staged_by text not null,
  staged_at timestamptz not null
);
create index catalogue_staged_at on catalogue_staged (staged_at);
