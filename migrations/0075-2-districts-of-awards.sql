-- outside a transaction
-- Awards from before 0075-1, a few thousand in a transaction: who writes to them meanwhile waits for no longer than that. Broken off, it is run again.
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    with part as (
      select award.id, postcode_district(person.postcode) as district
      from award join person on person.id = award.person_id
      where award.id in (select id from award where id > last order by id limit 2000)
      for share of person
    ), kept as (
      update award set district = part.district from part where award.id = part.id and award.district is distinct from part.district
    )
    select (array_agg(id order by id desc))[1] into last from part;
    exit when last is null;
    commit;
  end loop;
end $$;
