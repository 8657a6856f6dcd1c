import { formatMoney } from '#kit/money.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { AT_THE_MACHINE, doOrAsk, type MoneyActKind, type Outcome, waitsFor } from '#server/platform/waiting-acts.ts'
import { chargeById } from './queries.ts'
import { type RefundRecord, refundCharge, sendRefund } from './refund-charge.ts'

interface RefundTerms extends Record<string, string | number> {
  chargeId: string
  amountPence: number
  /** What was refunded before, as the person who asked has seen it. */
  refundedPence: number
}

export const cardRefundAct: MoneyActKind<RefundTerms, RefundRecord> = {
  kind: 'card-refund',
  run: (work, terms) => refundCharge(work, terms),
}

/**
 * Refunds a card charge; above what one operator may give a team's cards back in a day, it waits for another.
 * @throws as `refundCharge` and `doOrAsk`
 */
export async function askRefund(
  work: Work,
  {
    chargeId,
    amountPence,
    refundedPence,
    ...signed
  }: { chargeId: string; amountPence: number; refundedPence?: number; operator: string; reason: string },
): Promise<Outcome<RefundRecord> & { teamId: string }> {
  const charge = found(await chargeById(work.tx, chargeId), 'charge')
  const { team_id: teamId, currency } = charge
  const outcome = await doOrAsk(work, cardRefundAct, {
    terms: { chargeId, amountPence, refundedPence: refundedPence ?? charge.refunded },
    subject: { kind: 'charge', id: chargeId },
    teamId,
    counts: { target: `card-refund ${teamId}`, currency, pence: amountPence },
    says: `Give ${formatMoney(amountPence, currency)} of a card payment of ${formatMoney(charge.spent, currency)} back to its card`,
    ...signed,
  })
  return { ...outcome, teamId }
}

/**
 * `posy card refund`: refunds and says what happened to it. Where the provider does not answer the refund stays pending, and
 * the running installation continues with it.
 * @returns the exit code: 0, or 1 when the provider refused
 * @throws what askRefund refuses
 */
export async function cardRefund(
  posy: Posy,
  wanted: { chargeId: string; amountPence: number },
  { actor, operator, reason } = AT_THE_MACHINE,
): Promise<0 | 1> {
  const asked = await transact(posy, { actor }, (work) => askRefund(work, { ...wanted, operator, reason }))
  if (asked.waits) {
    process.stdout.write(`${waitsFor(asked)}\n`)
    return 0
  }
  const refund = await sendRefund(posy, asked.done.id).catch(() => asked.done)
  process.stdout.write(
    `Refund ${refund.id} of ${refund.amount} pence for charge ${refund.charge_id}: ${refund.status}${refund.status === 'failed' ? '; the money is back in the wallet' : ''}.\n`,
  )
  return refund.status === 'failed' ? 1 : 0
}
