import type { Db, Tx } from '#server/platform/database/database.ts'
import type { LineRecord } from './book-line.ts'

export type LineState = LineRecord['state']

/** Lines that wait for a person: money in that is parked, and money out that nothing explains. The oldest first. */
export const waitingLines = (
  db: Db | Tx,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<LineRecord[]> =>
  db
    .selectFrom('bank_line')
    .selectAll()
    .where('state', 'in', ['new', 'parked', 'outgoing'])
    .orderBy('booked_on')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

/** A line of this amount that waits for a person, if any: to be allocated rather than booked a second time. */
export const waitingLineOf = (db: Db | Tx, amountPence: number): Promise<LineRecord | undefined> =>
  db
    .selectFrom('bank_line')
    .selectAll()
    .where('state', 'in', ['new', 'parked'])
    .where('amount', '=', amountPence)
    .orderBy('booked_on')
    .executeTakeFirst()
