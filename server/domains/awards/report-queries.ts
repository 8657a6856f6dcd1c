import { sql } from 'kysely'
import type { GrantReport } from '#contract/awards/grants.ts'
import { type HouseholdType, householdTypes } from '#contract/awards/household-type.ts'
import type { Db } from '#server/platform/database/database.ts'
import { ERASED } from './award.ts'
import { madeWithin, type Span, type Sums } from './grant-queries.ts'

/** Reasons beyond so many are one line together. */
const MOST_REASONS = 40
/** A district in which fewer people were helped is not named: a report tells of no one person. */
const LEAST_PEOPLE = 5

type Divided = Pick<GrantReport, 'reasons' | 'households' | 'districts'>
type DistrictKind = GrantReport['districts'][number]['kind']

/** What PostgreSQL says of a row of each division: which of reason, household and district it is not of. */
const WITHOUT = { reasons: 0b011, households: 0b101, districts: 0b110 }

/**
 * Awards made in the period and issued, by why (one reason however its letters are written), by who lives together and by
 * the postcode district of their people as it is now: in one reading of their index alone. Which of 64 bits the people of
 * a district set says of most that there are enough of them; the few others are counted.
 */
export async function awardsDivided(db: Db, grantId: string, span: Span): Promise<Divided> {
  const isRead = sql`grant_id = ${grantId} and issues > 0 and ${madeWithin(span)}`
  const { rows } = await sql<{ list: keyof Divided; name: string | null; kind: string } & Sums>`
    with divided as materialized (
      select grouping(reason, household_type, district) as without, reason, household_type, district, count(*) as awards,
        sum(amount_pence) as amount, sum(paid_pence + earlier_pence) as paid,
        bit_count(bit_or(1::bigint << (uuid_hash(person_id) & 63))::bit(64)) as people
      from award where ${isRead} group by grouping sets (reason, household_type, district)
    ), told as (
      select (array_agg(reason order by awards desc, reason))[1] as reason, reason = ${ERASED} as is_erased,
        sum(awards) as awards, sum(amount) as amount, sum(paid) as paid
      from divided where without = ${WITHOUT.reasons} group by lower(btrim(reason)), 2
    ), placed as (
      select *, row_number() over (order by is_erased, amount desc, reason) as place from told
    ), unsure as (
      select array_agg(district) as districts from divided
      where without = ${WITHOUT.districts} and awards >= ${LEAST_PEOPLE} and people < ${LEAST_PEOPLE}
    ), counted as (
      select district, count(distinct person_id) as people from award
      where (select districts from unsure) is not null and ${isRead} and district = any((select districts from unsure)::text[]) group by 1
    ), place_of_help as (
      select case when district is null then 'no-postcode' when coalesce(counted.people, divided.people) < ${LEAST_PEOPLE} then 'others'
        else 'district' end as kind, district, awards, amount, paid
      from divided left join counted using (district) where without = ${WITHOUT.districts}
    ), listed as (
      select 'reasons' as list, '' as kind, case when place <= ${MOST_REASONS} and not is_erased then reason end as name,
        min(place) as place, sum(awards) as awards, sum(amount) as amount, sum(paid) as paid
      from placed group by 3
      union all
      select 'households', '', household_type, coalesce(array_position(${[...householdTypes]}::text[], household_type), 99), awards, amount, paid
      from divided where without = ${WITHOUT.households}
      union all
      select 'districts', kind, case kind when 'district' then district end,
        array_position(array['district', 'others', 'no-postcode'], kind), sum(awards), sum(amount), sum(paid)
      from place_of_help group by 2, 3, 4
    )
    select list, kind, name, awards::int as awards, amount::bigint as amount, paid::bigint as paid
    from listed order by list, place, amount desc, name`.execute(db)
  const sums = ({ awards, amount, paid }: Sums) => ({ awards, amount, paid })
  const listed = (list: keyof Divided) => rows.filter((row) => row.list === list)
  return {
    reasons: listed('reasons').map((row) => ({ reason: row.name, ...sums(row) })),
    households: listed('households').map((row) => ({ householdType: row.name as HouseholdType | null, ...sums(row) })),
    districts: listed('districts').map((row) => ({ kind: row.kind as DistrictKind, district: row.name, ...sums(row) })),
  }
}

/** Of awards made in the period, those of which anything was paid out, and how long that took from their first issue. */
export async function timeToCash(db: Db, grantId: string, span: Span): Promise<GrantReport['toCash']> {
  const { rows } = await sql<GrantReport['toCash']>`
    select count(*)::int as awards,
      round((avg(extract(epoch from paid_at - issued_at)) / 86400)::numeric, 1)::float8 as "averageDays"
    from award_first_paid where grant_id = ${grantId} and ${madeWithin(span, 'made_at')}`.execute(db)
  return rows[0]!
}
