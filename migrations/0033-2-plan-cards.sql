-- A card that pays a team's plan invoices without being asked each time, as its holder agreed to word for word.
create table plan_card (
  team_id uuid primary key references team,
  user_id uuid not null references app_user,
  card_id uuid not null references card,
  consent text not null,
  consented_at timestamptz not null
);
create index plan_card_user on plan_card (user_id);
create index plan_card_card on plan_card (card_id);

-- Each plan invoice that was issued under a consent: it is charged once, and what came of that. Business clock.
create table plan_card_charge (
  plan_invoice_id uuid primary key,
  team_id uuid not null,
  due_at timestamptz,
  outcome text check (outcome in ('paid', 'declined', 'not-allowed', 'nothing-left')),
  ended_at timestamptz,
  foreign key (plan_invoice_id, team_id) references plan_invoice (id, team_id),
  check (num_nonnulls(outcome, ended_at) = case when due_at is null then 2 else 0 end)
);
create index plan_card_charge_due on plan_card_charge (due_at) where due_at is not null;
create index plan_card_charge_team on plan_card_charge (team_id);
