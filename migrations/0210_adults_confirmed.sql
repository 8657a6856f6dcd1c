-- Gifts for adults: their sender says once that everyone who gets one is 18 or over, and the purchase keeps it.
alter table transaction add column over18_confirmed boolean not null default false;

-- Null: made before rules were asked. Those go on as they are.
alter table celebration_rule add column over18_confirmed boolean;
