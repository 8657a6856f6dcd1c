import { randomInt } from 'node:crypto'
import { type RailName, rails } from '#contract/core/rails.ts'
import { londonDate } from '#kit/time.ts'
import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { writeSignedCsv } from '#server/platform/sheets/signed-csv.ts'
import { settlementColumns } from '#server/providers/file-exchange/types.ts'

export interface RailBook {
  db: Db
  clock: BusinessClock
}

export interface Code {
  rail: string
  reference: string
  code: string
  pin: string | null
  amount_pence: number
  cashed_pence: number
  state: 'unused' | 'part-cashed' | 'cashed' | 'expired' | 'cancelled'
  valid_until: string
}

const codes = (db: Db) =>
  db
    .selectFrom('sandbox_rail_code')
    .select(['rail', 'reference', 'code', 'pin', 'amount_pence', 'cashed_pence', 'state'])
    .select(({ ref, cast }) => cast<string>(ref('valid_until'), 'text').as('valid_until'))

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
const today = ({ clock }: RailBook) => londonDate(clock.now())

export const findCode = ({ db }: RailBook, rail: RailName, reference: string): Promise<Code | undefined> =>
  codes(db).where('rail', '=', rail).where('reference', '=', reference).executeTakeFirst()

export const findByCode = ({ db }: RailBook, rail: RailName, code: string): Promise<Code | undefined> =>
  codes(db).where('rail', '=', rail).where('code', '=', code).executeTakeFirst()

/** What the rails have made, the latest first. */
export const newestCodes = ({ db }: RailBook, limit: number): Promise<Code[]> =>
  codes(db).orderBy('ordinal', 'desc').limit(limit).execute()

/** Makes a code, or finds the one that it made first: one for one reference. */
export async function makeCode(book: RailBook, rail: RailName, reference: string, amountPence: number): Promise<Code> {
  await book.db
    .insertInto('sandbox_rail_code')
    .values({
      rail,
      reference,
      code: digits(rail === 'post-office' ? 16 : 10),
      pin: rail === 'pin' ? digits(4) : null,
      amount_pence: amountPence,
      valid_until: today(book).add({ days: rails[rail].validDays }).toString(),
    })
    .onConflict((conflict) => conflict.columns(['rail', 'reference']).doNothing())
    .execute()
  return (await findCode(book, rail, reference))!
}

const isOpen = ({ state }: Code) => state === 'unused' || state === 'part-cashed'

/** A code comes to be used, in part or whole, or to an end. @throws not_found, wrong_state */
export async function spendCode(
  book: RailBook,
  asked: {
    rail: RailName
    reference: string
    event: 'cashed' | 'expired' | 'cancelled'
    amountPence?: number | undefined
  },
): Promise<void> {
  const { rail, reference, event } = asked
  const code = await findCode(book, rail, reference)
  if (!code) throw new Problem('not_found', 'There is no such code.')
  const left = code.amount_pence - code.cashed_pence
  const amount = event === 'cashed' ? (asked.amountPence ?? left) : left
  if (!isOpen(code) || amount > left || (event === 'cancelled' && code.state !== 'unused'))
    throw new Problem('wrong_state', 'The code no longer holds that.')
  const cashed = code.cashed_pence + (event === 'cashed' ? amount : 0)
  const state = event === 'cashed' ? (cashed === code.amount_pence ? 'cashed' : 'part-cashed') : event
  await book.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('sandbox_rail_code')
      .set({ state, cashed_pence: cashed })
      .where('rail', '=', rail)
      .where('reference', '=', reference)
      .execute()
    await tx
      .insertInto('sandbox_rail_event')
      .values({ rail, reference, event, amount_pence: amount, day: today(book).toString() })
      .execute()
  })
}

/** What the rail says of its present day. */
export async function settlementFile(
  book: RailBook,
  rail: RailName,
  key: string,
): Promise<{ name: string; text: string }> {
  const day = today(book).toString()
  const events = await book.db
    .selectFrom('sandbox_rail_event')
    .select(['ordinal', 'reference', 'event', 'amount_pence'])
    .where('rail', '=', rail)
    .where('day', '=', day)
    .orderBy('ordinal')
    .execute()
  const text = writeSignedCsv(key, {
    about: ['settlement', rail, day],
    columns: settlementColumns,
    rows: events.map(({ ordinal, reference, event, amount_pence }) => ({
      entry: `E${ordinal}`,
      reference,
      event,
      amountPence: String(amount_pence),
      day,
    })),
    sum: 'amountPence',
  })
  return { name: `settlement-${rail}-${day}.csv`, text }
}
