import { sql } from 'kysely'
import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { BUSINESS_ZONE, Temporal, toDate } from '#kit/time.ts'
import { freezeOwed, type OwedItem } from '#server/domains/hugggs/till/index.ts'
import { startOfLondonDay } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { MAIL_JOB } from './events.ts'
import { nextNumber } from './numbers.ts'
import type { SignedProposal } from './propose-details.ts'
import { lockMerchant } from './queries.ts'

export interface DrawnStatement {
  id: string
  number: string
  brandId: string
  currency: string
  lines: number
  totalPence: Pence
}

interface Line {
  kind: 'redemption' | 'supplied-code' | 'correction' | 'carried'
  id: string
  what: string
  place: string | null
  at: Date
  takenPence: Pence
  amountPence: Pence
}

/** The end of a day that is over in London. @throws invalid_fields (422) for a day that is not */
export function endOfPeriod(day: string, now: Date): Date {
  const wrong = (message: string) => invalidFields([{ path: 'until', message }])
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw wrong('must be a day, like 2026-03-31')
  try {
    const end = toDate(Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant())
    startOfLondonDay(day)
    if (end > now) throw wrong('must be a day that is over')
    return end
  } catch (error) {
    if (error instanceof RangeError) throw wrong('is no day of the calendar')
    throw error
  }
}

/**
 * Draws a merchant's statement: what was used with it before a moment and is on no statement yet, corrections, and what an
 * earlier one left it owing. In the same transaction its redemptions are frozen: see freezeOwed. Two that draw at once draw
 * one.
 * @returns null where there is nothing to draw
 */
export async function drawStatement(
  work: Work,
  { brandId, currency, until, operator, reason }: SignedProposal & { brandId: string; currency: string; until: Date },
): Promise<DrawnStatement | null> {
  const { tx } = work
  await lockMerchant(tx, brandId)
  const items = await freezeOwed(work, { brandId, currency, until })
  const lines = [...items.map(toStatementLine), ...(await openCorrections(work, { brandId, currency, until }))]
  if (lines.length === 0) return null
  lines.push(...(await openDebts(work, { brandId, currency })))
  const totalPence = lines.reduce((sum, line) => sum + line.amountPence, 0)
  const id = newId()
  const number = await nextNumber(tx, 'statement')
  await tx
    .insertInto('merchant_statement')
    .values({
      id,
      number,
      brand_id: brandId,
      currency,
      until,
      lines: lines.length,
      total: totalPence,
      drawn_by: operator,
      drawn_at: work.at,
    })
    .execute()
  await insertLines(work, id, lines)
  await work.audit(
    'settlement.drawn',
    { kind: 'merchant-statement', id },
    { detail: { number, brandId, totalPence, lines: lines.length, operator, reason } },
  )
  // Nothing is going to be paid for it, so no one releases it.
  if (totalPence <= 0) await work.send(MAIL_JOB, { statementId: id })
  return { id, number, brandId, currency, lines: lines.length, totalPence }
}

const toStatementLine = (item: OwedItem): Line => ({
  kind: item.kind,
  id: item.id,
  what: item.productName,
  place: item.storeName,
  at: item.at,
  takenPence: item.takenPence,
  amountPence: item.owedPence,
})

type BrandCurrency = { brandId: string; currency: string }

async function openCorrections(
  { tx }: Work,
  { brandId, currency, until }: BrandCurrency & { until: Date },
): Promise<Line[]> {
  const { rows } = await sql<{ id: string; reason: string; created_at: Date; amount: number }>`
    select id, reason, created_at, amount from merchant_correction as correction
    where brand_id = ${brandId} and currency = ${currency} and created_at < ${until}
      and not exists (select from merchant_statement_line where correction_id = correction.id)
    order by created_at, id`.execute(tx)
  return rows.map(({ id, reason, created_at, amount }) => ({
    kind: 'correction',
    id,
    what: reason,
    place: null,
    at: created_at,
    takenPence: 0,
    amountPence: amount,
  }))
}

/** Statements that left the merchant owing us. */
async function openDebts({ tx }: Work, { brandId, currency }: BrandCurrency): Promise<Line[]> {
  const { rows } = await sql<{ id: string; number: string; drawn_at: Date; total: number }>`
    select id, number, drawn_at, total from merchant_statement as statement
    where brand_id = ${brandId} and currency = ${currency} and total < 0
      and not exists (select from merchant_statement_line where carried_id = statement.id)
    order by drawn_at, id`.execute(tx)
  return rows.map(({ id, number, drawn_at, total }) => ({
    kind: 'carried',
    id,
    what: `Carried over from ${number}`,
    place: null,
    at: drawn_at,
    takenPence: 0,
    amountPence: total,
  }))
}

/** In one statement: the database adds them up at its end. */
async function insertLines({ tx }: Work, statementId: string, lines: readonly Line[]): Promise<void> {
  const column = <T>(value: (line: Line) => T) => lines.map(value)
  const idColumn = (kind: Line['kind']) => column((line) => (line.kind === kind ? line.id : null))
  await sql`
    insert into merchant_statement_line (statement_id, ordinal, kind, redemption_id, huggg_id, correction_id, carried_id, what, place, at, taken, amount)
    select ${statementId}::uuid, ordinal, kind, redemption_id, huggg_id, correction_id, carried_id, what, place, at, taken, amount
    from unnest(
      ${column((line) => line.kind)}::text[], ${idColumn('redemption')}::uuid[], ${idColumn('supplied-code')}::uuid[],
      ${idColumn('correction')}::uuid[], ${idColumn('carried')}::uuid[], ${column((line) => line.what)}::text[],
      ${column((line) => line.place)}::text[], ${column((line) => line.at)}::timestamptz[],
      ${column((line) => line.takenPence)}::bigint[], ${column((line) => line.amountPence)}::bigint[]
    ) with ordinality as line (kind, redemption_id, huggg_id, correction_id, carried_id, what, place, at, taken, amount, ordinal)`.execute(
    tx,
  )
}
