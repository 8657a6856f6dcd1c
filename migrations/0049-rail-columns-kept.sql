-- The release before 0045 reads these columns of its rails: an upgrade from it keeps them beside it. The next release may drop them.
alter table rail add column if not exists settlement text;
alter table rail add column if not exists min_pence bigint;
alter table rail add column if not exists max_pence bigint;

update rail set
  settlement = case when key in ('voucher', 'energy') then 'on-fetch' else 'on-cash' end,
  min_pence = case key when 'pin' then 1000 else 100 end,
  max_pence = case key when 'voucher' then 50000 when 'energy' then 4900 else 10000 end
where settlement is null;
