-- Where an owner is told of what one operator does alone: an address that a stolen mailbox does not reach.
alter table operator add column second_email text;

-- What owners are told. Business time, as what it is about.
create table owner_notice (
  id uuid primary key,
  what text not null check (what in ('payout', 'bank-details', 'payment-file', 'expiry-reversal', 'second-address')),
  -- A reference or a number.
  label text not null,
  operator text not null,
  at timestamptz not null,
  -- When the person who asked may confirm it alone; null where it is done.
  may_confirm_at timestamptz,
  recipients text[] not null check (cardinality(recipients) > 0),
  sent_at timestamptz
);
