import { sql } from 'kysely'
import type { GrantReport } from '#contract/awards/grants.ts'
import { householdTypes } from '#contract/awards/household-type.ts'
import type { Db } from '#server/platform/database/database.ts'
import { ERASED } from './award.ts'
import { madeWithin, type Span } from './grant-queries.ts'

/** Reasons beyond so many are one line together. */
const MOST_REASONS = 40
/** A district in which fewer people were helped is not named: a report tells of no one person. */
const LEAST_PEOPLE = 5

/** Awards made in the period and issued, by why: one reason however its letters are written. Read from their index alone. */
export async function awardsByReason(db: Db, grantId: string, span: Span): Promise<GrantReport['reasons']> {
  const { rows } = await sql<GrantReport['reasons'][number]>`
    with written as (
      select reason, count(*) as awards, sum(amount_pence) as amount, sum(paid_pence + earlier_pence) as paid
      from award where grant_id = ${grantId} and issues > 0 and ${madeWithin(span)}
      group by reason
    ), told as (
      select (array_agg(reason order by awards desc, reason))[1] as reason, reason = ${ERASED} as is_erased,
        sum(awards) as awards, sum(amount) as amount, sum(paid) as paid
      from written group by lower(btrim(reason)), 2
    ), placed as (
      select *, row_number() over (order by is_erased, amount desc, reason) as place from told
    )
    select case when place <= ${MOST_REASONS} and not is_erased then reason end as reason,
      sum(awards)::int as awards, sum(amount)::bigint as amount, sum(paid)::bigint as paid
    from placed group by 1 order by min(place)`.execute(db)
  return rows
}

/** The same awards by who lives together. */
export async function awardsByHousehold(db: Db, grantId: string, span: Span): Promise<GrantReport['households']> {
  const { rows } = await sql<GrantReport['households'][number]>`
    select household_type as "householdType", count(*)::int as awards, sum(amount_pence)::bigint as amount,
      sum(paid_pence + earlier_pence)::bigint as paid
    from award where grant_id = ${grantId} and issues > 0 and ${madeWithin(span)}
    group by 1 order by array_position(${[...householdTypes]}::text[], household_type) nulls last`.execute(db)
  return rows
}

/** The same awards by the postcode district of their people as it is now. */
export async function awardsByDistrict(db: Db, grantId: string, span: Span): Promise<GrantReport['districts']> {
  const { rows } = await sql<GrantReport['districts'][number]>`
    with written as (
      select amount_pence, paid_pence + earlier_pence as paid, person_id, upper(translate(postcode, ' -.', '') collate "C") as code
      from award join person on person.id = award.person_id
      where award.grant_id = ${grantId} and issues > 0 and ${madeWithin(span, 'award.created_at')}
    ), outward as (
      select case when length(code) > 4 then left(code, -3) else code end as code, array_agg(person_id) as people,
        count(*) as awards, sum(amount_pence) as amount, sum(paid) as paid
      from written group by 1
    ), district as (
      select substring(code from '^[A-Z]{1,2}[0-9][A-Z0-9]?$') as name, (select count(distinct id) from unnest(people) as id) as people,
        awards, amount, paid
      from outward
    ), divided as (
      select case when name is null then 'no-postcode' when people < ${LEAST_PEOPLE} then 'others' else 'district' end as kind, *
      from district
    )
    select kind, case kind when 'district' then name end as district,
      sum(awards)::int as awards, sum(amount)::bigint as amount, sum(paid)::bigint as paid
    from divided group by 1, 2 order by array_position(array['district', 'others', 'no-postcode'], kind), 4 desc, 2`.execute(
    db,
  )
  return rows
}

/** Of awards made in the period, those of which anything was paid out, and how long that took from their first issue. */
export async function timeToCash(db: Db, grantId: string, span: Span): Promise<GrantReport['toCash']> {
  const { rows } = await sql<GrantReport['toCash']>`
    select count(*)::int as awards,
      round((avg(extract(epoch from paid_at - issued_at)) / 86400)::numeric, 1)::float8 as "averageDays"
    from award_first_paid where grant_id = ${grantId} and ${madeWithin(span, 'made_at')}`.execute(db)
  return rows[0]!
}
