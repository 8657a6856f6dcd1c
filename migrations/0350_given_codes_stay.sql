-- A code that was given out does not end on our date (decision 350). The release before loses its expiry job's batch to this
-- refusal until it is replaced, and takes nothing from anyone meanwhile.
delete from huggg_transition where from_id = 9 and to_id = 5;

-- A code that was given out counts as redeemed, from the day it was given out.
create or replace function record_budget_gifts_changed() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update automated_budget_gift as kept set
    recipient_id = after.recipient_id,
    reason_key = after.reason_key,
    sent_on = case when after.status_id in (1, 8) then null
      when after.status_id in (2, 3, 4, 9) then coalesce(kept.sent_on, london_day(after.updated_at)) else kept.sent_on end,
    redeemed_on = case when after.status_id in (4, 9) then coalesce(kept.redeemed_on,
      (select london_day(fetched_at) from fetched_voucher where fetched_voucher.huggg_id = after.id), london_day(after.updated_at)) end
  from after join before using (id)
  where kept.huggg_id = after.id
    and (after.status_id, after.recipient_id, after.reason_key) is distinct from (before.status_id, before.recipient_id, before.reason_key);
  return null;
end $$;

update automated_budget_gift as kept set redeemed_on = london_day(code.fetched_at)
from fetched_voucher as code join huggg as gift on gift.id = code.huggg_id
where kept.huggg_id = gift.id and gift.status_id = 9;
