-- Where someone is signed in, for them to see. Wall-clock times.

-- As the session was opened: "Firefox on Windows", and the network address. Null before this was written down.
alter table session add column browser text;
alter table session add column address text;

-- Browsers that someone has signed in from: a new one is told by email. The mark that a browser keeps rests as a hash.
create table known_device (
  user_id uuid not null references app_user,
  device_hash text not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
