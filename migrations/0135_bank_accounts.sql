-- Money that came to the bank and names no wallet or invoice, and money that is paid out to customers.
alter type ledger_transfer_kind add value if not exists 'unmatched-receipt';
alter type ledger_transfer_kind add value if not exists 'customer-payout';

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
  ('f5015be7-6d38-5f54-9e5c-e5e85144c233', 'unmatched-receipts', 'GBX', true, true),
  ('27645882-14aa-5352-8605-6c7b576d97ac', 'unmatched-receipts', 'EUX', true, true)
on conflict do nothing;
