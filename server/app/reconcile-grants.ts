import { type RawBuilder, sql } from 'kysely'
import { posted } from './reconcile-money.ts'

const isLive = sql`award.status in ('issued', 'reissued', 'delivered', 'opened', 'rail-chosen', 'code-generated', 'part-cashed')`
const cost = sql`(award.amount_pence + award.fee_pence + award.fee_vat_pence)`
/** An award's fee is ours while it may still be used, and once any of it was. */
const keepsFee = sql`(award.paid_pence > 0 or ${isLive})`

/** What each award says of its money. */
const said = sql`(
  select award.id, award.grant_id,
    case award.status when 'referred' then ${cost} else 0 end as locked,
    case when ${isLive} then award.amount_pence - award.paid_pence else 0 end as committed,
    award.paid_pence + award.earlier_pence as paid,
    case when ${keepsFee} then award.fee_pence else 0 end as fees,
    case when ${keepsFee} then award.fee_vat_pence else 0 end as vat
  from award
)`

/** Grants and awards: each selects what is wrong as subject, expected, found. */
export const grantChecks = {
  /** A grant stands over three accounts of its own, in its team and currency, and no wallet has them. */
  'grant-accounts': sql`
    select own.id as subject, 'available, committed, locked in ' || own.currency || ' of team ' || own.team_id as expected,
      coalesce(string_agg(account.kind || ' in ' || account.currency || ' of team ' || account.team_id, ', ' order by account.kind), 'none') as found
    from funder_grant as own left join ledger_account as account on account.wallet_id = own.id
    group by own.id
    having count(*) filter (where account.currency = own.currency and account.team_id = own.team_id) <> 3 or count(*) <> 3
      or exists (select from wallet where wallet.id = own.id)`,

  /** What an award's transfers left of its money in each account is what the award says. */
  'award-money': sql`
    select award.id as subject,
      format('locked %s, committed %s, paid %s, fees %s, vat %s', award.locked, award.committed, award.paid, award.fees, award.vat) as expected,
      format('locked %s, committed %s, paid %s, fees %s, vat %s, elsewhere %s', moved.locked, moved.committed, moved.paid, moved.fees, moved.vat, moved.elsewhere) as found
    from ${said} as award
    cross join lateral (
      select coalesce(sum(amount) filter (where account = 'locked' and wallet_id = award.grant_id), 0) as locked,
        coalesce(sum(amount) filter (where account = 'committed' and wallet_id = award.grant_id), 0) as committed,
        coalesce(sum(amount) filter (where account = 'supplier-payable'), 0) as paid,
        coalesce(sum(amount) filter (where account = 'fees'), 0) as fees,
        coalesce(sum(amount) filter (where account = 'vat'), 0) as vat,
        coalesce(sum(abs(amount)) filter (where account not in ('supplier-payable', 'fees', 'vat') and wallet_id is distinct from award.grant_id
          or account in ('card-clearing', 'bank-clearing', 'breakage', 'plan-income', 'unmatched-receipts', 'receivable')), 0) as elsewhere
      from ${posted} as posted where reference_kind = 'award' and reference_id = award.id::text
    ) as moved
    where (award.locked, award.committed, award.paid, award.fees, award.vat, 0)
      is distinct from (moved.locked, moved.committed, moved.paid, moved.fees, moved.vat, moved.elsewhere)`,

  /** Funded, less what was taken out, is available + locked + committed + paid + fees and VAT not returned: to the penny, from entries. */
  'grant-money': sql`
    select own.id as subject, coalesce(funding.pence, 0) as expected,
      coalesce(held.pence, 0) + coalesce(given.pence, 0) as found
    from funder_grant as own
    left join lateral (select sum(amount) as pence from grant_funding where grant_id = own.id) as funding on true
    left join lateral (select sum(amount) as pence from ${posted} as posted where posted.wallet_id = own.id) as held on true
    left join lateral (select sum(paid + fees + vat) as pence from ${said} as award where grant_id = own.id) as given on true
    where coalesce(funding.pence, 0) <> coalesce(held.pence, 0) + coalesce(given.pence, 0)`,

  /** What was put into a grant, or taken out, is one transfer between it and the wallet. */
  'grant-funding': sql`
    select funding.id as subject, format('%s from wallet %s into grant %s', funding.amount, funding.wallet_id, funding.grant_id) as expected,
      coalesce(string_agg(format('%s in %s %s', posted.amount, posted.account, posted.wallet_id), ', ' order by posted.amount), 'none') as found
    from grant_funding as funding
    left join ${posted} as posted on posted.transfer_id = funding.transfer_id and posted.kind = 'grant-funding'
    group by funding.id
    having count(posted.transfer_id) <> 2
      or count(*) filter (where posted.account = 'available' and posted.wallet_id = funding.grant_id and posted.amount = funding.amount) <> 1
      or count(*) filter (where posted.account = 'available' and posted.wallet_id = funding.wallet_id and posted.amount = -funding.amount) <> 1`,

  /** What reports of grants read, day by day, is what was posted. */
  'grant-report-money': sql`
    with touched as (
      select distinct posted.transfer_id, posted.wallet_id as grant_id from ${posted} as posted join funder_grant on funder_grant.id = posted.wallet_id
    ), told as (
      select grant_id, day, array[sum(greatest(came, 0)), sum(greatest(-came, 0)), sum(awarded), sum(returned), sum(held), sum(paid), sum(late), sum(fees), sum(vat)] as pence
      from (
        select touched.grant_id, london_day(transfer.occurred_at) as day,
          coalesce(sum(amount) filter (where wallet_id = grant_id), 0)
            + coalesce(sum(amount) filter (where account in ('supplier-payable', 'fees', 'vat')), 0) as came,
          coalesce(sum(amount) filter (where posted.kind = 'award' and account = 'committed'), 0) as awarded,
          coalesce(-sum(amount) filter (where posted.kind = 'award-return' and account = 'committed'), 0) as returned,
          coalesce(sum(amount) filter (where account = 'locked' and wallet_id = grant_id), 0) as held,
          coalesce(sum(amount) filter (where account = 'supplier-payable'), 0) as paid,
          coalesce(-sum(amount) filter (where posted.kind = 'award-paid' and account = 'available'), 0)
            - coalesce(sum(amount) filter (where posted.kind = 'award-paid' and account in ('fees', 'vat')), 0) as late,
          coalesce(sum(amount) filter (where account = 'fees'), 0) as fees, coalesce(sum(amount) filter (where account = 'vat'), 0) as vat
        from touched join ${posted} as posted using (transfer_id) join ledger_transfer as transfer on transfer.id = posted.transfer_id
        group by touched.grant_id, transfer.id
      ) as movement group by 1, 2
    )
    select concat_ws(' ', 'grant', grant_id, day) as subject, coalesce(told.pence, '{}') as expected,
      array[in_pence, out_pence, awarded_pence, returned_pence, held_pence, paid_pence, late_pence, fee_pence, vat_pence] as found
    from told full join grant_money as kept using (grant_id, day)
    where coalesce(told.pence, '{}') is distinct from
      array[in_pence, out_pence, awarded_pence, returned_pence, held_pence, paid_pence, late_pence, fee_pence, vat_pence]::numeric[]`,

  /** What reports of grants have as paid by each way is what awards, and codes from before they were issued again, say. */
  'grant-rail-money': sql`
    with told as (
      select grant_id, rail, sum(pence) as pence from (
        select grant_id, rail, paid_pence as pence from award where paid_pence > 0
        union all
        select award.grant_id, rail_order.rail, rail_order.cashed_pence from rail_order join award on award.id = rail_order.award_id
        where rail_order.issue < award.issues and rail_order.cashed_pence > 0
      ) as paid group by 1, 2
    ), kept as (
      select grant_id, rail, sum(paid_pence) as pence from grant_rail_money group by 1, 2
    )
    select concat_ws(' ', 'grant', grant_id, rail) as subject, coalesce(told.pence, 0) as expected, coalesce(kept.pence, 0) as found
    from told full join kept using (grant_id, rail)
    where coalesce(told.pence, 0) <> coalesce(kept.pence, 0)`,

  /** What awards say was cashed after their end, or of an earlier code, is what reports call late. */
  'grant-late': sql`
    select own.id as subject, coalesce(told.pence, 0) as expected, coalesce(kept.pence, 0) as found
    from funder_grant as own
    left join lateral (select sum(late_pence + earlier_pence) as pence from award where grant_id = own.id) as told on true
    left join lateral (select sum(late_pence) as pence from grant_money where grant_id = own.id) as kept on true
    where coalesce(told.pence, 0) <> coalesce(kept.pence, 0)`,

  /** What reports work days to cash out from is what the timelines say. */
  'award-first-paid': sql`
    with told as (
      select award_id, coalesce(min(at) filter (where to_status = 'issued'), award.created_at) as issued_at,
        min(at) filter (where award_event.paid_pence > 0) as paid_at
      from award join award_event on award_event.award_id = award.id where award.paid_pence > 0
      group by award_id, award.created_at
    )
    select award_id as subject, format('issued %s, paid %s', told.issued_at, told.paid_at) as expected,
      format('issued %s, paid %s', kept.issued_at, kept.paid_at) as found
    from told full join award_first_paid as kept using (award_id)
    where (told.issued_at, told.paid_at) is distinct from (kept.issued_at, kept.paid_at)`,

  /** What reports divide awards by is the district of the postcode that their person has. */
  'award-district': sql`
    select award.id as subject, coalesce(postcode_district(person.postcode), 'none') as expected, coalesce(award.district, 'none') as found
    from award join person on person.id = award.person_id
    where award.district is distinct from postcode_district(person.postcode)`,

  /** The timeline ends where the award is. */
  'award-timeline': sql`
    select award.id as subject, format('%s, %s paid', award.status, award.paid_pence) as expected,
      coalesce(format('%s, %s paid', last.to_status, last.paid_pence), 'nothing') as found
    from award
    left join lateral (select to_status, paid_pence from award_event where award_id = award.id order by id desc limit 1) as last on true
    where (award.status, award.paid_pence) is distinct from (last.to_status, last.paid_pence)`,
} satisfies Record<string, RawBuilder<unknown>>
