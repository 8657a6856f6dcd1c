-- Who lives together where help went, as a council's return divides it; null where it was not said, and once the person is erased.
alter table award add column household_type text
  check (household_type in ('single-adult', 'couple', 'family', 'single-parent', 'pensioners', 'other'));
