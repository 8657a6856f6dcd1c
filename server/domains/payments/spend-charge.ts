import { formatMoney } from '#kit/money.ts'
import { iso } from '#kit/time.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import { walletInScope } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import { type ChargeRecord, UNUSED_AFTER_MS } from './charge.ts'
import { SETTLE_CHARGE_JOB } from './events.ts'
import { lockCharge } from './queries.ts'

export interface ChargeUse {
  chargeId: string
  /** At most the charge's amount; what is left of it is released. */
  amountPence: number
  /** The wallet the money goes to, in the charge's currency. */
  walletId: string
  /** What it pays for: a top-up or a purchase. */
  transactionId: string
  /** Names this use, for example `purchase/<transaction id>`: again with it finds the first use and moves nothing. */
  key: string
}

export interface SpentCharge {
  transferId: string
  /** What the first use of this key paid for. */
  transactionId: string
  /** Used before, with the same key. */
  repeated: boolean
}

/**
 * Uses a charge, once: the money moves from card clearing into the wallet's available balance in this transaction, and a
 * job captures it afterwards. Only the charge's owner may.
 * @throws not_found (404) for a foreign or missing charge or wallet
 * @throws wrong_state (409) when it is not authorised yet, no longer authorised, or was used
 * @throws insufficient_funds (402) for more than was reserved
 * @throws invalid_fields (422) for a wallet in another currency
 */
export async function spendCharge(work: Work, caller: Principal, use: ChargeUse): Promise<SpentCharge> {
  const { userId, teamId } = member(caller)
  const charge = await lockCharge(work.tx, use.chargeId)
  if (charge.user_id !== userId || charge.team_id !== teamId) throw notFound('charge')
  const wallet = await walletInScope(work.tx, caller, use.walletId)
  return spendLocked(work, charge, { ...use, walletCurrency: wallet.currency })
}

/** As spendCharge, for the product's own work: the caller has made sure that charge and wallet belong together. */
export async function spendChargeAsSystem(work: Work, use: ChargeUse): Promise<SpentCharge> {
  const charge = await lockCharge(work.tx, use.chargeId)
  const ofId = work.tx.selectFrom('wallet').select('currency').where('id', '=', use.walletId)
  const wallet = found(await ofId.executeTakeFirst(), 'wallet')
  return spendLocked(work, charge, { ...use, walletCurrency: wallet.currency })
}

/** As spendCharge, for a charge that the caller has locked and may use. */
export async function spendLocked(
  work: Work,
  charge: ChargeRecord,
  use: ChargeUse & { walletCurrency: string },
): Promise<SpentCharge> {
  const { tx, at } = work
  const { amountPence, walletId, transactionId, key } = use
  if (charge.spent_key === key) {
    if (charge.spent !== amountPence || charge.wallet_id !== walletId)
      throw new Problem('conflict', 'This charge was used for the same thing with other details.')
    return { transferId: charge.transfer_id!, transactionId: charge.transaction_id!, repeated: true }
  }
  refuseUnlessUsable(charge, at)
  if (!Number.isSafeInteger(amountPence) || amountPence < 1)
    throw invalidFields([{ path: 'amount', message: 'must be whole pence, at least 1' }])
  if (amountPence > charge.amount)
    throw new Problem(
      'insufficient_funds',
      `The charge reserved ${formatMoney(charge.amount, charge.currency)}; ${formatMoney(amountPence, charge.currency)} is needed.`,
    )
  if (use.walletCurrency !== charge.currency)
    throw invalidFields([
      { path: 'walletId', message: `must hold ${charge.currency}; it holds ${use.walletCurrency}`, code: 'currency' },
    ])

  const transferId = await postTransfer(tx, {
    kind: 'card-top-up',
    key: `card-top-up/${charge.id}`,
    reference: { kind: 'charge', id: charge.id },
    currency: charge.currency,
    at,
    entries: [
      { account: { platform: 'card-clearing' }, amountPence: -amountPence },
      { account: { wallet: walletId, kind: 'available' }, amountPence },
    ],
  })
  await tx
    .updateTable('charge')
    .set({
      state: 'spent',
      spent: amountPence,
      spent_key: key,
      wallet_id: walletId,
      transaction_id: transactionId,
      transfer_id: transferId,
      due_at: at,
      updated_at: at,
    })
    .where('id', '=', charge.id)
    .execute()
  await work.send(SETTLE_CHARGE_JOB, { chargeId: charge.id })
  await work.audit(
    'charge.spent',
    { kind: 'charge', id: charge.id },
    { teamId: charge.team_id, detail: { amountPence, currency: charge.currency, walletId, transactionId } },
  )
  return { transferId, transactionId, repeated: false }
}

function refuseUnlessUsable(charge: ChargeRecord, at: Date): void {
  const refuse = (message: string, help: string) => {
    throw new Problem('wrong_state', message, { help })
  }
  const again = 'Make a new charge. Nothing has been taken from the card.'
  if (charge.spent > 0) refuse('This charge has been used.', 'A charge is used once. Make a new one.')
  if (charge.state === 'challenged')
    refuse('This charge waits for 3-D Secure.', 'Send the holder to its redirectUrl, then verify it.')
  if (charge.state === 'requested') refuse('This charge is still being processed.', 'Read it again in a moment.')
  if (charge.state === 'verified') refuse('This charge only verified the card.', 'Make a charge with an amount.')
  if (charge.state === 'declined') refuse('This charge failed.', again)
  if (charge.state !== 'authorised') refuse('This charge has been voided.', again)
  const lapsedAt = new Date((charge.authorised_at ?? charge.created_at).getTime() + UNUSED_AFTER_MS)
  if (at >= lapsedAt) refuse(`This charge lapsed at ${iso(lapsedAt)}.`, again)
}
