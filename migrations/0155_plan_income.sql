-- What plans bring in: an account of ours, and the transfers to it.
alter type ledger_transfer_kind add value if not exists 'plan-invoice';
alter type ledger_transfer_kind add value if not exists 'plan-credit';

-- Names every account of ours, whichever migration opens it.
create or replace function check_ledger_account() returns trigger language plpgsql as $$
begin
  if not (case
    when new.platform then new.kind in ('card-clearing', 'bank-clearing', 'supplier-payable', 'fees', 'vat', 'breakage', 'plan-income', 'unmatched-receipts')
      and new.wallet_id is null and new.team_id is null and new.may_go_negative and new.balance is null
    when new.kind = 'receivable' then new.wallet_id is null and new.team_id is not null and new.may_go_negative
      and new.balance is not distinct from 0
    else new.kind in ('available', 'committed', 'locked') and new.wallet_id is not null and new.team_id is not null
      and not new.may_go_negative and new.balance is not distinct from 0
  end) then
    raise exception 'an account has the owner and the rules of its kind, and opens at zero'
      using errcode = 'check_violation', constraint = 'ledger_account_opening';
  end if;
  return new;
end $$;

insert into ledger_account (id, kind, currency, platform, may_go_negative) values
  ('211838f3-4574-5b83-8be9-37dc5dfbdce3', 'plan-income', 'GBX', true, true),
  ('a2e33d39-52ae-5530-9541-c414a3ddd2ae', 'plan-income', 'EUX', true, true)
on conflict do nothing;
