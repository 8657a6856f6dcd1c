-- The order that a gift became where it is above a limit of the team: it is bought, or not, with that order.
alter table celebration add column order_id uuid;
