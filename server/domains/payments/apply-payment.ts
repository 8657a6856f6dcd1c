import { openTeamReceivable, postTransfer } from '#server/domains/ledger/index.ts'
import { loadPermissions } from '#server/domains/teams/team/index.ts'
import { walletInScope } from '#server/domains/wallets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { ProviderPayment } from '#server/providers/checkout/types.ts'
import { fedBy, stopAutomaticTopUps } from './automatic-top-up.ts'
import { type ChargeRecord, chargeTransition, type Transition } from './charge.ts'
import { lockCharge } from './queries.ts'
import { storeCard } from './store-card.ts'
import { topUpLocked } from './top-up-wallet.ts'

/**
 * Takes the provider's present word on a charge into our books. Again with the same word: changes nothing.
 * @param payment null where the provider knows of no payment for the charge
 * @returns the charge as it is now
 */
export async function applyPayment(
  work: Work,
  chargeId: string,
  payment: ProviderPayment | null,
): Promise<ChargeRecord> {
  const charge = await lockCharge(work.tx, chargeId)
  requireOurs(charge, payment)
  if (payment?.status === 'captured' && (charge.state === 'voiding' || charge.spent === 0))
    work.posy.log.error({ chargeId }, 'a charge no one used was captured outside of Posy: give it back at the provider')
  const transition = chargeTransition(charge, payment, work.at)
  if (!transition) return charge
  const changed = await write(work, charge, transition, payment)
  if (changed.state === charge.state) return changed
  const { team_id: teamId, state, error, error_code: code } = changed
  await work.audit(
    `charge.${state}`,
    { kind: 'charge', id: charge.id },
    { teamId, detail: { from: charge.state, error, code } },
  )
  if (state === 'lost') await owe(work, changed)
  if (state === 'authorised' && changed.intent_automatic) return carryOutIntent(work, changed)
  return changed
}

/** What the provider says of another payment must never touch this charge. */
function requireOurs(charge: ChargeRecord, payment: ProviderPayment | null): void {
  if (!payment) return
  const ours =
    payment.reference === charge.id && payment.amountPence === charge.amount && payment.currency === charge.currency
  if (!ours) throw new Error(`Payment ${payment.id} does not match charge ${charge.id}.`)
}

async function write(
  work: Work,
  charge: ChargeRecord,
  { state, dueAt, error }: Transition,
  payment: ProviderPayment | null,
): Promise<ChargeRecord> {
  const { tx, at } = work
  const isNewlyGood = state !== charge.state && (state === 'authorised' || state === 'verified')
  const cardId = isNewlyGood ? await storeCard(work, charge, payment?.card ?? null) : charge.card_id
  return tx
    .updateTable('charge')
    .set({
      state,
      due_at: dueAt,
      card_id: cardId,
      method_payment_id: charge.method_payment_id ?? payment?.id ?? null,
      redirect_url: charge.redirect_url ?? payment?.redirectUrl ?? null,
      ...(isNewlyGood && { authorised_at: at }),
      ...(error && {
        error,
        error_code: payment?.responseCode ?? null,
        error_summary: payment?.responseSummary ?? null,
      }),
      updated_at: at,
    })
    .where('id', '=', charge.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The money was used and never came: the team owes it. */
async function owe(work: Work, charge: ChargeRecord): Promise<void> {
  const { tx, at, posy } = work
  const { id, team_id: teamId, currency, spent } = charge
  await openTeamReceivable(tx, { teamId, currency })
  await postTransfer(tx, {
    kind: 'chargeback',
    key: `capture-refused/${id}`,
    reference: { kind: 'charge', id },
    currency,
    at,
    entries: [
      { account: { platform: 'card-clearing' }, amountPence: spent },
      { account: { team: teamId, kind: 'receivable' }, amountPence: -spent },
    ],
  })
  await stopAutomaticTopUps(work, (settings) => settings.where(fedBy(charge)), 'declined')
  posy.log.error({ chargeId: id }, 'a charge that was used could not be captured; the team owes it')
}

/**
 * Does the top-up its owner asked for with the charge, unless they have lost the right meanwhile: then the money is given
 * back like any other that no one uses.
 */
async function carryOutIntent(work: Work, charge: ChargeRecord): Promise<ChargeRecord> {
  const { tx } = work
  const rights = await loadPermissions(tx, { userId: charge.user_id, teamId: charge.team_id })
  if (!rights?.permissions['top-up-wallet']) return charge
  const wallet = await lockChargeWallet(work, charge)
  await topUpLocked(work, charge, wallet, {
    amountPence: charge.amount,
    planId: rights.planId,
    clientId: null,
    metadata: { intent: 'automatic' },
  })
  return lockCharge(tx, charge.id)
}

/** The wallet was in the caller's reach when the intent was given; teams do not change hands. */
async function lockChargeWallet({ tx }: Work, charge: ChargeRecord) {
  const { team_id: teamId } = await tx
    .selectFrom('wallet')
    .select('team_id')
    .where('id', '=', charge.intent_wallet_id!)
    .executeTakeFirstOrThrow()
  return walletInScope(tx, { teamIds: [teamId] }, charge.intent_wallet_id!)
}
