-- Orders: baskets that are saved, edited and quoted, and then bought at most once. ("order" is a word of SQL.)

create table basket (
  id uuid primary key,
  -- Its owner's; once bought, the team that paid.
  team_id uuid not null references team,
  user_id uuid not null references app_user,
  type text not null check (type in ('huggg', 'bulkHugggs', 'superhuggg')),
  name text,
  purchase_order_number text,
  product_id uuid references product,
  -- The other fields of the contract's OrderFields that are no personal data. A draft may lack any of them.
  details jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (id, team_id)
);
create index basket_team on basket (team_id, created_at desc, id) where deleted_at is null;

-- Erasable, like recipient and gift_message: who shall get the gifts of a draft, and what is written to them:
-- {receivers, message, fromName, notes}. It goes when the order is bought (recipient and gift_message have it then) or deleted.
create table basket_letter (
  basket_id uuid primary key,
  team_id uuid not null,
  content jsonb not null,
  foreign key (basket_id, team_id) references basket (id, team_id) on update cascade
);

-- An order is bought at most once, by the team it belongs to.
alter table transaction add constraint transaction_basket foreign key (order_id, team_id) references basket (id, team_id);
create unique index transaction_order on transaction (order_id) where order_id is not null;
alter table transaction add column purchase_order_number text;
