-- What is noted of an award without a change of its state is no news to programs.
alter table award_event add column is_note boolean not null default false;

create or replace function record_award_webhooks() returns trigger language plpgsql as $$
begin
  if has_webhooks() then
    perform record_webhook_events(coalesce(jsonb_agg(jsonb_build_object(
      'ordinal', ordinal, 'team_id', team_id, 'type', 'award.' || to_status, 'subject_id', award_id, 'at', at,
      'data', jsonb_build_object('awardId', award_id, 'grantId', grant_id, 'status', to_status, 'previousStatus', from_status,
        'amount', amount_pence, 'paid', paid_pence, 'currency', currency, 'rail', rail))),
      '[]'))
    from (
      select row_number() over (order by added.id) as ordinal, added.*, award.grant_id, award.amount_pence, award.currency, award.rail
      from added join award on award.id = added.award_id
      -- Approved is issued at once: one of the two is enough.
      where added.to_status <> 'approved' and not added.is_note
    ) changed;
  end if;
  return null;
end $$;
