import { sql } from 'kysely'
import type { RecipientSpendCap } from '#contract/teams/preferences.ts'
import { personAddress } from '#kit/email-address.ts'
import type { Pence } from '#kit/money.ts'
import { BUSINESS_ZONE, londonDate, type Temporal, toDate, toInstant } from '#kit/time.ts'
import { loadOrganisation, type Organisation } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { fieldProblem } from '#server/platform/problem/problem.ts'
import { Status } from '../states/index.ts'

/** What people have had of an organisation in the present period, by `personAddress`. */
export interface SpendCapFacts {
  cap: RecipientSpendCap
  currency: string
  hadPence: ReadonlyMap<string, Pence>
}

/** The first day of a calendar period. */
export function capPeriodStart(day: Temporal.PlainDate, period: RecipientSpendCap['period']): Temporal.PlainDate {
  if (period === 'month') return day.with({ day: 1 })
  return day.with({ day: 1, month: period === 'year' ? 1 : day.month - ((day.month - 1) % 3) })
}

export const isOverCap = ({ cap, hadPence }: SpendCapFacts, address: string, pence: Pence): boolean =>
  (hadPence.get(personAddress(address)) ?? 0) + pence > cap.amount

export const capMessage = ({ period }: RecipientSpendCap): string =>
  `would have more from your organisation this ${period} than one person may get`

export const capReason = ({ cap: { amount, period }, currency }: SpendCapFacts) =>
  ({ code: 'recipient_over_cap', limitPence: amount, period, currency }) as const

/**
 * Where an organisation caps what one person gets, its gifts to people are given one after the other until the transaction
 * ends: two at once would not see each other. To be called before any row is taken.
 */
export async function holdSpendCap({ tx }: Work, teamId: string): Promise<void> {
  const { id, spendCap } = await loadOrganisation(tx, teamId)
  if (spendCap?.mode === 'block')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`spend cap ${id}`}, 0))`.execute(tx)
}

/** What these addresses have had, or null where there is no limit. */
export async function spendCapFacts(
  db: Db | Tx,
  at: Date,
  { teamId, addresses, currency }: { teamId: string; addresses: readonly string[]; currency: string },
): Promise<SpendCapFacts | null> {
  const organisation = await loadOrganisation(db, teamId)
  const { spendCap: cap } = organisation
  if (!cap) return null
  const since = toDate(
    capPeriodStart(londonDate(toInstant(at)), cap.period)
      .toZonedDateTime(BUSINESS_ZONE)
      .toInstant(),
  )
  return { cap, currency, hadPence: await hadBy(db, organisation, { addresses, currency, since }) }
}

/** Gifts that came back do not count, nor does what has been erased. */
async function hadBy(
  db: Db | Tx,
  { teamIds }: Organisation,
  { addresses, currency, since }: { addresses: readonly string[]; currency: string; since: Date },
): Promise<Map<string, Pence>> {
  const wanted = [...new Set(addresses.map(personAddress))]
  if (!wanted.length) return new Map()
  const { rows } = await sql<{ address: string; pence: Pence }>`
    select known.address, sum(huggg.face_pence - huggg.change_pence)::bigint as pence
    from (
      select id, created_at, person_address(email) as address from recipient
      where team_id = any(${teamIds}::uuid[]) and email is not null and person_address(email) = any(${wanted})
      union
      select id, created_at, phone_number from recipient where team_id = any(${teamIds}::uuid[]) and phone_number = any(${wanted})
    ) as known
    join huggg on huggg.recipient_id = known.id
    where coalesce(known.created_at, huggg.created_at) >= ${since} and huggg.currency = ${currency} and huggg.deleted_at is null
      and huggg.status_id not in (${Status.Cancelled}, ${Status.Expired})
    group by known.address`.execute(db)
  return new Map(rows.map(({ address, pence }) => [address, Number(pence)]))
}

/** @throws spend_cap_reached where someone would get more than the organisation lets one person have */
export async function requireWithinCap(
  work: Work,
  gift: { teamId: string; address: string; pence: Pence; currency: string; path: string },
): Promise<void> {
  const facts = await spendCapFacts(work.tx, work.at, { ...gift, addresses: [gift.address] })
  if (facts?.cap.mode !== 'block' || !isOverCap(facts, gift.address, gift.pence)) return
  const message = capMessage(facts.cap)
  const { path } = gift
  throw fieldProblem('spend_cap_reached', { path, message, code: 'spend_cap_reached', reason: capReason(facts) })
}
