import type { AuditAction } from '#contract/reports/audit-actions.ts'
import { newId } from '#kit/ids.ts'
import { loadBalances, postTransfer } from '#server/domains/ledger/index.ts'
import { normaliseReference, walletByReference } from '#server/domains/wallets/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { seal } from '#server/platform/sealing.ts'
import { announceToOwners, requireSecondOperator } from '#server/platform/two-operators.ts'
import type { SignedBooking } from '../lines/book-line.ts'
import { newPayoutReference, type Payee, type PayoutRecord, readPayee, sealedOwner, unsealPayment } from './payout.ts'

export interface PayoutWish extends SignedBooking {
  /** Of the wallet: HG… */
  walletReference: string
  amountPence: number
  payee: Payee
}

/**
 * Asks for money of a wallet to be paid to its customer's bank account. Nothing moves until another operator releases it.
 * @throws not_found (404), invalid_fields (422) naming what is wrong, insufficient_funds (402)
 */
export async function requestPayout(work: Work, wish: PayoutWish): Promise<PayoutRecord> {
  const { tx, at, posy } = work
  const wallet = await walletByReference(tx, normaliseReference(wish.walletReference))
  const payee = readPayee(wish.payee)
  const wrong = Array.isArray(payee) ? payee : []
  const { amountPence } = wish
  if (!Number.isSafeInteger(amountPence) || amountPence < 1)
    wrong.push({ path: 'amountPence', message: 'must be whole pence, at least 1' })
  if (wallet.currency !== 'GBX') wrong.push({ path: 'walletReference', message: 'must hold pounds' })
  if (wallet.automationId !== null)
    wrong.push({
      path: 'walletReference',
      message: 'is of a budget’s participant: what they have goes back to the budget’s own wallet',
    })
  if (wrong.length) throw invalidFields(wrong)
  if (((await loadBalances(tx, [wallet.id])).get(wallet.id)?.available ?? 0) < amountPence)
    throw new Problem('insufficient_funds', `The wallet ${wallet.reference} does not have this much available.`)
  const id = newId()
  const account = payee as Payee
  const payout = await tx
    .insertInto('payout')
    .values({
      id,
      reference: newPayoutReference(),
      wallet_id: wallet.id,
      team_id: wallet.teamId,
      currency: wallet.currency,
      amount: amountPence,
      sealed: seal(posy.secret, sealedOwner(id), JSON.stringify(account)),
      hint: account.accountNumber.slice(-4),
      requested_by: wish.operator,
      requested_at: at,
      reason: wish.reason,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceToOwners(work, { act: 'payout', label: payout.reference, operator: wish.operator })
  await auditPayout(work, payout, 'payout.requested', { operator: wish.operator, reason: wish.reason })
  return payout
}

/**
 * Pays it: available → bank-clearing. By another operator than asked; by the same one only after 24 hours, which is marked.
 * @param seen the version of the payment that was looked at
 * @throws not_found (404), wrong_state (409) also for another payment than was looked at, forbidden (403) to the one who
 *   asked, insufficient_funds (402)
 */
export async function releasePayout(
  work: Work,
  { payoutId, seen, operator, reason }: SignedBooking & { payoutId: string; seen: string },
): Promise<PayoutRecord> {
  const { tx, at } = work
  const payout = await lockRequested(tx, payoutId)
  const asked = { askedBy: [payout.requested_by], askedAt: payout.requested_at }
  const what = { act: 'payout', label: payout.reference } as const
  const isAlone = await requireSecondOperator(work, { ...what, ...asked, operator })
  if (unsealPayment(work.posy, payout).version !== seen)
    throw new Problem('wrong_state', 'What this payout pays is not what you looked at.', {
      help: 'Check its payee, account and amount again. No money has moved.',
    })
  const transferId = await postTransfer(tx, {
    kind: 'customer-payout',
    key: `payout/${payout.id}`,
    reference: { kind: 'payout', id: payout.id },
    currency: payout.currency,
    at,
    entries: [
      { account: { wallet: payout.wallet_id, kind: 'available' }, amountPence: -payout.amount },
      { account: { platform: 'bank-clearing' }, amountPence: payout.amount },
    ],
  })
  const released = await tx
    .updateTable('payout')
    .set({ state: 'released', ended_by: operator, ended_at: at, released_alone: isAlone, transfer_id: transferId })
    .where('id', '=', payout.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await auditPayout(work, released, 'payout.released', { operator, reason, isAlone, seen })
  return released
}

/** Says no to it; nothing has moved. @throws not_found (404), wrong_state (409) */
export async function refusePayout(
  work: Work,
  { payoutId, operator, reason }: SignedBooking & { payoutId: string },
): Promise<PayoutRecord> {
  const payout = await lockRequested(work.tx, payoutId)
  const refused = await work.tx
    .updateTable('payout')
    .set({ state: 'refused', ended_by: operator, ended_at: work.at })
    .where('id', '=', payout.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await auditPayout(work, refused, 'payout.refused', { operator, reason })
  return refused
}

/** Anyone who decides at the same moment waits here, and is then told what happened to it. */
async function lockRequested(tx: Tx, payoutId: string): Promise<PayoutRecord> {
  const payout = found(
    await tx.selectFrom('payout').selectAll().where('id', '=', payoutId).forNoKeyUpdate().executeTakeFirst(),
    'payout',
  )
  if (payout.state !== 'requested')
    throw new Problem('wrong_state', `The payout ${payout.reference} is ${payout.state} already.`)
  return payout
}

async function auditPayout(
  work: Work,
  { id, team_id, wallet_id, amount, currency }: PayoutRecord,
  action: AuditAction,
  detail: object,
): Promise<void> {
  const figures = { payoutId: id, amountPence: amount, currency }
  await work.audit(action, { kind: 'wallet', id: wallet_id }, { teamId: team_id, detail: { ...figures, ...detail } })
}
