-- Papers of a period in one archive, beside lists, statements and everything.
alter table export_request drop constraint export_request_kind_check;
alter table export_request
  add constraint export_request_kind_check check (kind in ('hugggs', 'statement', 'team', 'papers')) not valid;
