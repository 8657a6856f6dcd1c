-- Which folder files are kept in, where they are not in a bucket: the same number is written into the folder itself.
create table file_store (
  only_row boolean primary key default true check (only_row),
  id uuid not null
);
