-- One archive of everything that a team has here, beside lists and statements.
alter table export_request drop constraint export_request_kind_check;
alter table export_request
  add constraint export_request_kind_check check (kind in ('hugggs', 'statement', 'team')) not valid;
alter table export_request drop constraint export_request_format_check;
alter table export_request
  add constraint export_request_format_check check (format in ('csv', 'xlsx', 'zip')) not valid;
