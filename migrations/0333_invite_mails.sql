-- Each mail that invites someone, for a day: withdrawing an invite does not make its mail unsent. Wall clock.
create table invite_mail (
  id bigint generated always as identity primary key,
  -- The first team of the organisation that sent it.
  team_id uuid not null references team,
  email_hash text not null,
  -- Of a budget that is paid for: counted apart.
  is_budget boolean not null,
  sent_at timestamptz not null
);
create index invite_mail_team on invite_mail (team_id, sent_at);
create index invite_mail_email on invite_mail (email_hash, sent_at);
create index invite_mail_sent on invite_mail (sent_at);
