import type { Selectable } from 'kysely'
import { newId } from '#kit/ids.ts'
import { postTransfer, reverseTransfer } from '#server/domains/ledger/index.ts'
import type { CardRefundTable } from '#server/platform/database/schema.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { CardsRefused } from '#server/providers/checkout/types.ts'
import { SEND_REFUND_JOB } from './events.ts'
import { getCardProvider } from './provider.ts'
import { chargeById, lockCharge } from './queries.ts'

export type RefundRecord = Selectable<CardRefundTable>

/**
 * Gives money of a charge back to its card, up to what is unspent in the wallet it went into. It leaves the wallet here;
 * a job has the provider pay it out.
 * @throws not_found (404)
 * @throws wrong_state (409) when the charge has not been captured
 * @throws conflict (409) when more was refunded meanwhile than `refundedPence` says
 * @throws invalid_fields (422) for more than was captured and not refunded yet
 * @throws insufficient_funds (402) when the wallet has spent it
 */
export async function refundCharge(
  work: Work,
  {
    chargeId,
    amountPence,
    refundedPence,
  }: {
    chargeId: string
    amountPence: number
    /** What was refunded before, as anyone who asks has seen it. */
    refundedPence?: number
  },
): Promise<RefundRecord> {
  const { tx, at } = work
  const charge = await lockCharge(tx, chargeId)
  if (charge.state !== 'captured')
    throw new Problem('wrong_state', `Only a captured charge can be refunded; this one is ${charge.state}.`)
  if (refundedPence !== undefined && refundedPence !== charge.refunded)
    throw new Problem('conflict', 'Something of it was refunded meanwhile.', { help: 'Check the payment again.' })
  const left = charge.spent - charge.refunded
  if (!Number.isSafeInteger(amountPence) || amountPence < 1 || amountPence > left)
    throw invalidFields([{ path: 'amountPence', message: `must be whole pence from 1 to ${left}` }])
  const id = newId()
  const transferId = await postTransfer(tx, {
    kind: 'refund',
    key: `card-refund/${id}`,
    reference: { kind: 'charge', id: charge.id },
    currency: charge.currency,
    at,
    entries: [
      { account: { wallet: charge.wallet_id!, kind: 'available' }, amountPence: -amountPence },
      { account: { platform: 'card-clearing' }, amountPence },
    ],
  })
  await tx
    .updateTable('charge')
    .set({ refunded: charge.refunded + amountPence, updated_at: at })
    .where('id', '=', charge.id)
    .execute()
  const refund = await tx
    .insertInto('card_refund')
    .values({
      id,
      charge_id: charge.id,
      team_id: charge.team_id,
      amount: amountPence,
      transfer_id: transferId,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await work.send(SEND_REFUND_JOB, { refundId: id })
  await work.audit(
    'charge.refunded',
    { kind: 'charge', id: charge.id },
    { teamId: charge.team_id, detail: { refundId: id, amountPence, walletId: charge.wallet_id } },
  )
  return refund
}

/** Has the provider pay a refund out, once. Where it refuses, the money goes back into the wallet. */
export async function sendRefund(posy: Posy, refundId: string): Promise<RefundRecord> {
  const refund = jobRecord(await refundById(posy, refundId), 'refund')
  if (refund.status !== 'pending') return refund
  const charge = (await chargeById(posy.db, refund.charge_id))!
  try {
    await getCardProvider(posy).refund(charge.method_payment_id!, { amountPence: refund.amount, key: refund.id })
  } catch (error) {
    if (!(error instanceof CardsRefused)) throw error
    posy.log.error({ refundId, codes: error.codes }, 'the card provider refused a refund')
    return close(posy, refundId, 'failed')
  }
  return close(posy, refundId, 'processed')
}

const refundById = ({ db }: Posy, id: string) =>
  db.selectFrom('card_refund').selectAll().where('id', '=', id).executeTakeFirst()

const close = (posy: Posy, refundId: string, status: 'processed' | 'failed'): Promise<RefundRecord> =>
  asSystem(posy, async (work) => {
    const { tx, at } = work
    const open = tx.selectFrom('card_refund').selectAll().where('id', '=', refundId).forUpdate()
    const refund = await open.executeTakeFirstOrThrow()
    if (refund.status !== 'pending') return refund
    if (status === 'failed') {
      await reverseTransfer(tx, {
        transferId: refund.transfer_id,
        kind: 'correction',
        key: `card-refund-failed/${refundId}`,
        at,
      })
      await tx
        .updateTable('charge')
        .set((eb) => ({ refunded: eb('refunded', '-', refund.amount), updated_at: at }))
        .where('id', '=', refund.charge_id)
        .execute()
    }
    await work.audit(
      `card-refund.${status}`,
      { kind: 'charge', id: refund.charge_id },
      { teamId: refund.team_id, detail: { refundId } },
    )
    return tx
      .updateTable('card_refund')
      .set({ status, settled_at: at })
      .where('id', '=', refundId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
