-- The sandbox's HR provider: whom it has linked, and the company that its systems all tell of.

create table sandbox_hr_token (
  token text primary key,
  kind text not null check (kind in ('link', 'public', 'account')),
  origin_id text not null,
  integration text not null,
  ordinal bigint generated always as identity
);

create table sandbox_employee (
  id uuid primary key,
  ordinal bigint generated always as identity,
  first_name text not null,
  last_name text not null,
  work_email text not null,
  team text not null,
  location text not null,
  employment_type text not null,
  start_date date not null,
  date_of_birth date,
  status text not null check (status in ('ACTIVE', 'PENDING', 'INACTIVE'))
);
