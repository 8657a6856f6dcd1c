-- The postcode district of whom an award is to, as it is now, for a grant's report to read without the person: null without a British
-- postcode, and once the person is erased. Triggers keep it, whichever release writes; no one else does. See docs/decisions/0503-what-a-grants-report-divides-by.md.
alter table award add column district text;

-- The first half of a British postcode such as SW1A, of half a postcode too; null of anything else.
create function postcode_district(postcode text) returns text language sql immutable strict parallel safe as $$
  select substring(case when length(code) > 4 then left(code, -3) else code end from '^[A-Z]{1,2}[0-9][A-Z0-9]?$')
  from (select upper(translate(postcode, ' -.', '') collate "C") as code) as written
$$;

-- A change of the postcode meanwhile waits until the award is there, or the award for them.
create function set_award_district() returns trigger language plpgsql as $$
begin
  select postcode_district(postcode) into new.district from person where id = new.person_id for share;
  return new;
end $$;
create trigger award_district before insert on award for each row execute function set_award_district();

create function move_award_districts() returns trigger language plpgsql as $$
begin
  update award set district = postcode_district(new.postcode)
  where person_id = new.id and district is distinct from postcode_district(new.postcode);
  return null;
end $$;
create trigger person_district after update of postcode on person for each row
  when (old.postcode is distinct from new.postcode) execute function move_award_districts();
