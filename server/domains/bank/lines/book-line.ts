import type { Selectable } from 'kysely'
import type { Currency } from '#kit/currency.ts'
import { postTransfer, reverseTransfer } from '#server/domains/ledger/index.ts'
import { startOfLondonDay } from '#server/domains/wallets/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type BankMoney, type BankTarget, findBankMatcher, namedTargets } from './matchers.ts'

export type LineRecord = Selectable<Database['bank_line']>

/** Who does something about a line, and why. */
export interface SignedBooking {
  operator: string
  reason: string
}

const BY_ITSELF = { operator: 'posy', reason: null }

/** Books every line that no one has looked at, each in a transaction of its own; what cannot be booked waits for a person. */
export async function bookNewLines(posy: Posy): Promise<void> {
  const lines = await posy.db
    .selectFrom('bank_line')
    .select('id')
    .where('state', '=', 'new')
    .orderBy('booked_on')
    .orderBy('id')
    .execute()
  for (const { id } of lines) await bookNewLine(posy, id)
}

async function bookNewLine(posy: Posy, id: string): Promise<void> {
  const inOne = (command: (work: Work, line: LineRecord) => Promise<void>) =>
    asSystem(posy, async (work) => {
      const line = await lockLine(work.tx, id)
      if (line?.state === 'new') await command(work, line)
    })
  try {
    await inOne(async (work, line) => {
      if (line.held !== null) return leaveToPerson(work, line, line.held)
      const targets = await namedTargets(posy, work.tx, line)
      if (targets.length === 1) await bookTo(work, line, targets[0]!, { act: 'matched', ...BY_ITSELF })
      else await leaveToPerson(work, line, describeTargets(targets))
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await inOne((work, line) => leaveToPerson(work, line, error.message))
  }
}

const describeTargets = (targets: readonly BankTarget[]): string =>
  targets.length
    ? `It names several: ${targets.map(({ label }) => label).join(', ')}.`
    : 'It names nothing that is known.'

export const lockLine = (tx: Tx, id: string): Promise<LineRecord | undefined> =>
  tx.selectFrom('bank_line').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Money in goes to the unmatched receipts; money out is only noted. */
async function leaveToPerson(work: Work, line: LineRecord, note: string): Promise<void> {
  if (line.amount > 0) await park(work, line, { act: 'parked', ...BY_ITSELF, note })
  else await update(work, line, { state: 'outgoing', note })
}

/** What is written down about a line. */
export interface Act {
  act: 'matched' | 'found-booked' | 'parked' | 'allocated' | 'undone' | 'set-aside' | 'taken-up'
  operator: string
  reason: string | null
  target?: BankTarget
}

/** bank-clearing → unmatched-receipts, until someone knows whose it is. */
export async function park(work: Work, line: LineRecord, { note, ...act }: Act & { note: string }): Promise<void> {
  const transferId = await postTransfer(work.tx, {
    kind: 'unmatched-receipt',
    key: `unmatched-receipt/${await nextTry(work.tx, line.id)}`,
    reference: { kind: 'bank_line', id: line.id },
    currency: line.currency,
    at: work.at,
    entries: [
      { account: { platform: 'bank-clearing' }, amountPence: -line.amount },
      { account: { platform: 'unmatched-receipts' }, amountPence: line.amount },
    ],
  })
  await recordAct(work, line, act, [transferId])
  await update(work, line, { state: 'parked', parked_id: transferId, note, ...unbooked })
}

/** Takes it out of the unmatched receipts again. */
export async function unpark(work: Work, line: LineRecord): Promise<string> {
  return reverseTransfer(work.tx, {
    transferId: line.parked_id!,
    kind: 'unmatched-receipt',
    key: `unmatched-receipt-reversal/${line.parked_id}`,
    at: work.at,
  })
}

/** Books a line to what it names, or finds that someone booked it by hand before. @throws Problem as its matcher's `book` */
export async function bookTo(work: Work, line: LineRecord, target: BankTarget, act: Act): Promise<void> {
  const matcher = findBankMatcher(work.posy, target.kind, line.amount)
  const isParked = line.state === 'parked'
  const money: BankMoney = {
    bankLine: await nextTry(work.tx, line.id),
    amountPence: Math.abs(line.amount),
    currency: line.currency as Currency,
    receivedAt: startOfLondonDay(line.booked_on),
    from: isParked ? 'unmatched-receipts' : 'bank-clearing',
  }
  const before = isParked ? null : ((await matcher.booked?.(work.tx, target, money)) ?? null)
  const transferId = before ?? (await matcher.book(work, target, money))
  await recordAct(work, line, { ...act, ...(before && { act: 'found-booked' as const }), target }, [transferId])
  await update(work, line, {
    state: 'booked',
    note: null,
    target_kind: target.kind,
    target_id: target.id,
    target_label: target.label,
    transfer_id: transferId,
  })
}

const unbooked = { target_kind: null, target_id: null, target_label: null, transfer_id: null }

/** Takes the booking of a line back; money in is parked again. @throws Problem as its matcher's `undo` */
export async function unbook(work: Work, line: LineRecord, signed: SignedBooking): Promise<void> {
  const matcher = findBankMatcher(work.posy, line.target_kind!, line.amount)
  const reversalId = await matcher.undo(work, line.transfer_id!)
  const target = { kind: line.target_kind!, id: line.target_id!, label: line.target_label! }
  await recordAct(work, line, { act: 'undone', ...signed, target }, reversalId ? [reversalId] : [])
  const note = `Taken back from ${line.target_label}: ${signed.reason}`
  if (line.amount < 0) await update(work, line, { state: 'outgoing', note, ...unbooked })
  else if (line.parked_id) await update(work, line, { state: 'parked', note, ...unbooked })
  else await park(work, line, { act: 'parked', ...signed, note })
}

/** Names a line and what is done about it next: for keys in the ledger, each used once. */
async function nextTry(tx: Tx, lineId: string): Promise<string> {
  const { count } = await tx
    .selectFrom('bank_act')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('line_id', '=', lineId)
    .executeTakeFirstOrThrow()
  return `${lineId}/${Number(count) + 1}`
}

export async function recordAct(
  work: Work,
  line: LineRecord,
  { act, operator, reason, target }: Act,
  transferIds: readonly string[],
): Promise<void> {
  const { id } = await work.tx
    .insertInto('bank_act')
    .values({
      line_id: line.id,
      act,
      operator,
      reason,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      at: work.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (transferIds.length)
    await work.tx
      .insertInto('bank_act_transfer')
      .values(transferIds.map((transfer_id) => ({ transfer_id, act_id: id })))
      .execute()
  const detail = { operator, reason, amountPence: line.amount, currency: line.currency, target: target?.label ?? null }
  if (reason !== null) await work.audit(`bank.line-${act}`, { kind: 'bank-line', id: line.id }, { detail })
}

export async function update(
  { tx, at }: Work,
  line: LineRecord,
  change: Partial<
    Pick<LineRecord, 'state' | 'note' | 'parked_id' | 'target_kind' | 'target_id' | 'target_label' | 'transfer_id'>
  >,
): Promise<void> {
  await tx
    .updateTable('bank_line')
    .set({ ...change, updated_at: at })
    .where('id', '=', line.id)
    .execute()
}
