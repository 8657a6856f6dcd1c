import { openTeamReceivable, postTransfer, reverseTransfer } from '#server/domains/ledger/index.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import type { ProviderDispute } from '#server/providers/checkout/types.ts'
import { fedBy, stopAutomaticTopUps } from './automatic-top-up.ts'
import type { ChargeRecord } from './charge.ts'
import { getCardProvider } from './provider.ts'
import { chargeOfPayment, lockCharge } from './queries.ts'

/**
 * Asks the provider about a dispute and books what it means: money that a bank took back is owed by the team, and no longer
 * when the dispute is won. Again, or in another order: the same result.
 */
export async function settleDispute(posy: Posy, disputeId: string): Promise<void> {
  const dispute = await getCardProvider(posy).dispute(disputeId)
  if (!dispute) return
  await asSystem(posy, async (work) => {
    const known = await chargeOfPayment(work.tx, { payment: dispute.paymentId, reference: null })
    if (!known) return posy.log.warn({ disputeId }, 'a dispute about a payment that is none of ours')
    // One dispute of a charge at a time.
    await book(work, await lockCharge(work.tx, known.id), dispute)
  })
}

async function book(work: Work, charge: ChargeRecord, { id, amountPence, status }: ProviderDispute): Promise<void> {
  const { tx, at } = work
  const { team_id: teamId, currency } = charge
  const before = await tx.selectFrom('card_dispute').selectAll().where('id', '=', id).executeTakeFirst()
  // A dispute that was decided stays decided.
  if (before?.status === status || (before && before.status !== 'open')) return
  let transferId = before?.transfer_id ?? null
  if (status !== 'won' && !transferId) {
    await openTeamReceivable(tx, { teamId, currency })
    transferId = await postTransfer(tx, {
      kind: 'chargeback',
      key: `chargeback/${id}`,
      reference: { kind: 'charge', id: charge.id },
      currency,
      at,
      entries: [
        { account: { platform: 'card-clearing' }, amountPence },
        { account: { team: teamId, kind: 'receivable' }, amountPence: -amountPence },
      ],
    })
    // Nothing is charged automatically where a bank takes money back.
    await stopAutomaticTopUps(work, (settings) => settings.where(fedBy(charge)), 'dispute')
  }
  const reversalId =
    status === 'won' && transferId
      ? await reverseTransfer(tx, { transferId, kind: 'chargeback-reversal', key: `chargeback-reversal/${id}`, at })
      : null
  const state = { status, transfer_id: transferId, reversal_id: reversalId, updated_at: at }
  await tx
    .insertInto('card_dispute')
    .values({
      id,
      charge_id: charge.id,
      team_id: teamId,
      amount: before?.amount ?? amountPence,
      created_at: at,
      ...state,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
  await work.audit(
    `charge.dispute-${status}`,
    { kind: 'charge', id: charge.id },
    { teamId, detail: { disputeId: id, amountPence } },
  )
}
