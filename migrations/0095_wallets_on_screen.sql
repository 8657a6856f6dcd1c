-- Wallets that people name, watch and close.

alter table wallet add column closed_at timestamptz;
-- Below this many pence to spend, who manages the wallet is told; once until it is above again.
alter table wallet add column low_balance_alert bigint check (low_balance_alert > 0);
alter table wallet add column is_low boolean not null default false;
alter table wallet add constraint wallet_low_is_watched check (low_balance_alert is not null or not is_low) not valid;
alter table wallet add constraint wallet_default_is_open check (closed_at is null or not is_default) not valid;
