-- Gifts that may be used in parts.

alter table product add column allows_parts boolean not null default false;
-- What tills took of a gift in parts and did not undo; 0 while it is whole, and where one redemption took all of it.
alter table huggg add column parts_pence bigint not null default 0;
alter table huggg add constraint huggg_parts check (parts_pence between 0 and face_pence) not valid;

-- Redemptions that stand never add up to more than the gift is worth, no matter who asks: this takes the place of the index
-- that let one stand.
create function check_redemption_fits() returns trigger language plpgsql as $$
declare
  left_pence bigint;
begin
  select coalesce(chosen_price_pence, face_pence) into left_pence from huggg where id = new.huggg_id for no key update;
  select left_pence - coalesce(sum(amount), 0) into left_pence from redemption where huggg_id = new.huggg_id and undone_at is null;
  if new.amount > left_pence then
    raise exception 'only % of gift % is left', left_pence, new.huggg_id
      using errcode = 'check_violation', constraint = 'redemption_fits';
  end if;
  return new;
end $$;
create trigger redemption_fits before insert on redemption for each row execute function check_redemption_fits();
drop index redemption_live;
