-- An allowance that starts again with each run: what comes back for gifts bought before goes to the budget's wallet.
alter table wallet add column period_started_at timestamptz;
alter table wallet add column earlier_returns_to_wallet_id uuid references wallet;
alter table wallet add check ((period_started_at is null) = (earlier_returns_to_wallet_id is null));
create index wallet_earlier_returns on wallet (earlier_returns_to_wallet_id) where earlier_returns_to_wallet_id is not null;

-- Which plans anyone may take; any other waits for the operator.
alter table plan add column open_for_sign_up boolean not null default false;
update plan set open_for_sign_up = true where price = 0;
create table plan_request (
  id uuid primary key,
  team_id uuid not null references team,
  plan_id uuid not null references plan,
  user_id uuid not null references app_user,
  created_at timestamptz not null,
  approved_at timestamptz
);
create unique index plan_request_open on plan_request (team_id) where approved_at is null;
create index plan_request_plan on plan_request (plan_id);

-- Whether the person who asked for a list may hand its gifts out themselves.
alter table export_request add column with_links boolean not null default false;
