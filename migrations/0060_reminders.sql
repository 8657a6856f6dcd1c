-- Emails that remind people of a gift they have not used.

alter table transaction add column reminders boolean not null default false;

-- What is to be said next about a gift, and when; null once there is nothing more to say.
create table gift_reminder (
  huggg_id uuid primary key references huggg,
  -- Business clock.
  due_at timestamptz,
  kind text check (kind in ('day', 'week', 'month', 'week-left', 'day-left')),
  -- Its recipient wants no more of them.
  stopped boolean not null default false,
  check ((due_at is null) = (kind is null)),
  check (not stopped or due_at is null)
);
create index gift_reminder_due on gift_reminder (due_at) where due_at is not null;
