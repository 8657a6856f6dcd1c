import * as automatic from '#contract/payments/automatic-top-ups.ts'
import * as contract from '#contract/payments/payments.ts'
import { toDate } from '#kit/time.ts'
import { userInScope } from '#server/domains/teams/team/index.ts'
import { idempotencyKey, noteReplay } from '#server/platform/http/calls.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Read, type Route, read, replicaRead } from '#server/platform/http/route.ts'
import { requireUnchanged } from '#server/platform/http/sent-back.ts'
import { once } from '#server/platform/idempotency.ts'
import { transact } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { refuseWhenExhausted } from '#server/platform/throttle.ts'
import { CardsUncertain } from '#server/providers/checkout/types.ts'
import { authoriseCharge, DECLINES_PER_HOUR, declinesBucket } from './authorise-charge.ts'
import { readAutomaticTopUp, removeAutomaticTopUp, setAutomaticTopUp } from './automatic-top-up.ts'
import { serializeCard } from './card.ts'
import { type ChargeRecord, serializeCharge, toChargeStates } from './charge.ts'
import { createCharge } from './create-charge.ts'
import { openEntry } from './open-entry.ts'
import { getCardProvider, providerSilent } from './provider.ts'
import { listSavedCards as cardsOfCaller, chargeInScope, loadCharges, loadTopUps } from './queries.ts'
import { receiveEvent } from './receive-event.ts'
import { finish, settleCharge } from './settle-charge.ts'
import { deleteCard } from './stop-cards.ts'
import { serializeTopUp, topUpWallet } from './top-up-wallet.ts'
import { updateCard } from './update-card.ts'

/**
 * Writes the charge down in one transaction, asks the provider outside of any, and books the answer in another. Under an
 * Idempotency-Key the charge is written once; a repeat answers with the charge as it is now.
 */
async function charge({
  posy,
  caller,
  request,
  body,
  kept,
}: Read<typeof contract.createCharge>): Promise<ChargeRecord> {
  requireUnchanged(kept, { userId: caller.userId, teamId: caller.teamId }, contract.createCharge.sentBack)
  getCardProvider(posy)
  await refuseWhenExhausted(posy, declinesBucket(caller.userId ?? ''), DECLINES_PER_HOUR)
  let written: ChargeRecord | undefined
  const chargeId = await transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
    written = undefined
    const write = async () => {
      written = await createCharge(work, caller, body)
      return written.id
    }
    const key = idempotencyKey(request.headers)
    if (!key) return write()
    const who = `${caller.actor.kind}:${caller.actor.id}:${caller.teamId}`
    const scope = { caller: who, endpoint: contract.createCharge.id, key }
    const requestAsSent = `${request.url.pathname}\n${request.rawBody}`
    return once(
      work.tx,
      { ...scope, request: request.fingerprint(), requestAsSent },
      { command: write, onReplay: () => noteReplay(request) },
    )
  })
  if (written) return authoriseCharge(posy, written, body.token ? { token: body.token } : null, body.returnUrl)
  return settleCharge(posy, chargeId).catch((error: unknown) => {
    throw error instanceof CardsUncertain ? providerSilent(error) : error
  })
}

async function verify({ posy, db, caller, params, body }: Read<typeof contract.verifyCharge>): Promise<ChargeRecord> {
  const { id } = await chargeInScope(db, caller, params.id)
  try {
    const payment = await getCardProvider(posy).payment(body.ckoSessionId)
    if (payment?.reference !== id)
      throw invalidFields([{ path: 'ckoSessionId', message: 'is not a session of this charge' }])
    return await finish(posy, id, payment)
  } catch (error) {
    throw error instanceof CardsUncertain ? providerSilent(error) : error
  }
}

export const paymentsRoutes: Route[] = [
  read(contract.listCards, async ({ db, caller }) => ({ data: (await cardsOfCaller(db, caller)).map(serializeCard) })),
  read(contract.getCardFields, async ({ posy }) => ({
    data: { provider: 'checkout' as const, ...getCardProvider(posy).entry },
  })),
  read(contract.openCardEntry, async ({ posy, caller, body }) => ({
    data: { paymentSession: await openEntry(posy, caller, body.currency) },
  })),
  command(contract.updateCard, async ({ work, caller, params, body }) => ({
    data: serializeCard(await updateCard(work, caller, { cardId: params.id, isDefault: body.isDefault })),
  })),
  command(contract.deleteCard, async ({ work, caller, params }) => ({
    data: serializeCard(await deleteCard(work, caller, params.id)),
  })),

  read(contract.createCharge, async (call) => ({ data: serializeCharge(await charge(call)) })),
  replicaRead(contract.listCharges, async ({ db, caller, query: { status, ...page }, request }) => {
    const { charges, total } = await loadCharges(db, caller, { states: status && toChargeStates(status), ...page })
    return offsetPage(charges.map(serializeCharge), total, { ...page, url: request.url })
  }),
  read(contract.getCharge, async ({ db, caller, params }) => ({
    data: serializeCharge(await chargeInScope(db, caller, params.id)),
  })),
  read(contract.verifyCharge, async (call) => ({ data: serializeCharge(await verify(call)) })),

  command(contract.topUpWallet, async ({ work, caller, params, body }) => {
    const { payment, purchase, userId, metadata } = body
    if (purchase.reference !== params.id)
      throw invalidFields([{ path: 'purchase.reference', message: 'must be the wallet of the address' }])
    const wanted = { walletId: params.id, chargeId: payment.reference, amountPence: purchase.amount, userId, metadata }
    return { data: serializeTopUp(await topUpWallet(work, caller, wanted)) }
  }),
  replicaRead(contract.listTopUps, async ({ db, caller, params, query, request }) => {
    const user = await userInScope(db, caller, params.userId)
    const { topUps, total } = await loadTopUps(db, caller, user.id, query)
    return offsetPage(topUps.map(serializeTopUp), total, { ...query, url: request.url })
  }),

  read(automatic.getAutomaticTopUp, async ({ posy, db, caller, params }) => ({
    data: await readAutomaticTopUp(db, caller, params.id, toDate(posy.clock.now())),
  })),
  command(automatic.setAutomaticTopUp, async ({ work, caller, params, body }) => {
    await setAutomaticTopUp(work, caller, { walletId: params.id, ...body })
    return { data: (await readAutomaticTopUp(work.tx, caller, params.id, work.at))! }
  }),
  command(automatic.removeAutomaticTopUp, async ({ work, caller, params }) => {
    await removeAutomaticTopUp(work, caller, params.id)
    return { data: { success: true as const } }
  }),

  read(contract.receiveCheckoutEvent, async ({ posy, request }) => {
    await receiveEvent(posy, request.rawBody, request.headers.get('cko-signature'))
    return { received: true }
  }),
]
