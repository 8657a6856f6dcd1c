import { formatMoney } from '#kit/money.ts'
import type { Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { doOrAsk, type MoneyActKind, type Outcome } from '#server/platform/waiting-acts.ts'
import type { LineRecord, SignedBooking } from './book-line.ts'
import { matchedToday } from './brought-alone.ts'
import { lineById } from './queries.ts'
import { bookByHand, onlyTarget } from './solve-line.ts'

interface Allocation extends Record<string, string> {
  lineId: string
  targetKind: string
  targetId: string
  label: string
}

/** Money that a line brought in, given to what an operator says it was meant for. */
export const allocation: MoneyActKind<Allocation, LineRecord> = {
  kind: 'bank-line',
  run: (work, { lineId, targetKind, targetId, label }, signed) =>
    bookByHand(work, { lineId, target: { kind: targetKind, id: targetId, label }, ...signed }),
}

/**
 * Allocates a line that waits; above what one operator may give a target in a day, another confirms it.
 * @throws as `bookByHand` and `onlyTarget`; wrong_state (409) where it waits for another operator already
 */
export async function allocateLine(
  work: Work,
  { lineId, reference, ...signed }: SignedBooking & { lineId: string; reference: string },
): Promise<Outcome<LineRecord>> {
  const line = found(await lineById(work.tx, lineId), 'bank line')
  const target = await onlyTarget(work, line, reference)
  const { label } = target
  const money = formatMoney(Math.abs(line.amount), line.currency)
  return doOrAsk(work, allocation, {
    terms: { lineId, targetKind: target.kind, targetId: target.id, label },
    subject: { kind: 'bank-line', id: lineId },
    // What went out is only told apart: it makes no money.
    counts: {
      ...{ target: `${target.kind} ${target.id}`, currency: line.currency, pence: Math.max(0, line.amount) },
      already: await matchedToday(work, target, line.currency),
    },
    says: `Book the bank line of ${line.booked_on} over ${money} to ${label}`,
    ...signed,
  })
}
