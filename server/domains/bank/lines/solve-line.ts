import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import {
  bookTo,
  type LineRecord,
  lockLine,
  park,
  recordAct,
  type SignedBooking,
  unbook,
  unpark,
  update,
} from './book-line.ts'
import { type BankTarget, namedTargets } from './matchers.ts'

/**
 * The one thing that a reference names for a line: a wallet (HG…), an invoice (INV-…), or what else there is.
 * @throws invalid_fields (422) for a reference of nothing or of several
 */
export async function onlyTarget({ posy, tx }: Work, line: LineRecord, reference: string): Promise<BankTarget> {
  const targets = await namedTargets(posy, tx, { text: reference, amount: line.amount })
  if (targets.length === 1) return targets[0]!
  throw invalidFields([
    {
      path: 'reference',
      message: targets.length ? 'names several things' : 'is no reference or number of ours for this direction',
    },
  ])
}

/**
 * Books a line that waits for a person to what its customer meant.
 * @throws not_found (404), wrong_state (409) for one that does not wait, and whatever its target refuses
 */
export async function bookByHand(
  work: Work,
  { lineId, target, ...signed }: SignedBooking & { lineId: string; target: BankTarget },
): Promise<LineRecord> {
  const line = await lockWaiting(work.tx, lineId, ['parked', 'outgoing'])
  await bookTo(work, line, target, { act: 'allocated', ...signed })
  return await lineById(work.tx, lineId)
}

/**
 * Takes the booking of a line back, by a reversing transfer: it waits for a person again. One that was set aside is taken up.
 * @throws not_found (404), wrong_state (409) for one that waits already, insufficient_funds (402) when the money has been spent
 */
export async function undoLine(
  work: Work,
  { lineId, ...signed }: SignedBooking & { lineId: string },
): Promise<LineRecord> {
  const line = await lockWaiting(work.tx, lineId, ['booked', 'set-aside'])
  if (line.state === 'booked') await unbook(work, line, signed)
  else if (line.amount > 0) await park(work, line, { act: 'taken-up', ...signed, note: signed.reason })
  else {
    await recordAct(work, line, { act: 'taken-up', ...signed }, [])
    await update(work, line, { state: 'outgoing', note: signed.reason })
  }
  return await lineById(work.tx, lineId)
}

/**
 * Says that a line is none of the customers' money, such as interest or a fee: it leaves the unmatched receipts.
 * @throws not_found (404), wrong_state (409) for one that does not wait
 */
export async function setLineAside(
  work: Work,
  { lineId, ...signed }: SignedBooking & { lineId: string },
): Promise<LineRecord> {
  const line = await lockWaiting(work.tx, lineId, ['parked', 'outgoing'])
  const transferIds = line.state === 'parked' ? [await unpark(work, line)] : []
  await recordAct(work, line, { act: 'set-aside', ...signed }, transferIds)
  await update(work, line, { state: 'set-aside', note: signed.reason, parked_id: null })
  return await lineById(work.tx, lineId)
}

/** Anyone who solves it at the same moment waits here, and is then told what happened to it. */
async function lockWaiting(tx: Tx, lineId: string, states: readonly LineRecord['state'][]): Promise<LineRecord> {
  const line = found(await lockLine(tx, lineId), 'bank line')
  if (!states.includes(line.state)) throw new Problem('wrong_state', statement(line))
  return line
}

function statement({ state, target_label: target }: LineRecord): string {
  if (state === 'booked') return `This line is booked to ${target}.`
  if (state === 'set-aside') return 'This line is set aside.'
  if (state === 'new') return 'This line is being booked.'
  return 'This line waits for someone to allocate it.'
}

const lineById = (tx: Tx, id: string): Promise<LineRecord> =>
  tx.selectFrom('bank_line').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
