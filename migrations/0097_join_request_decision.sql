-- What an admin said to a wish to join. A wish that was declined is not told of again while it is kept.
alter table join_request add column decision text check (decision in ('accepted', 'declined'));
