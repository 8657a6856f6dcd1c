import type { Payment } from '#contract/orders/purchase.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { claimState, lockSuperHuggg, superHugggInScope } from '#server/domains/superhugggs/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { type TransactionRecord, transactionInScope } from '../record/index.ts'
import { type AskedShareable, type PurchaseRequest, toPurchaseRequest } from '../request/index.ts'
import { buy } from './create-transaction.ts'

/**
 * Buys more gifts for a shareable gift: a purchase of its own, at today's price and under today's rules, alike in all
 * that its recipients see.
 * @returns the new transaction's id
 * @throws not_found; wrong_state when it has ended; invalid_fields for no more than there are; as createTransaction
 */
export async function raiseLimit(
  work: Work,
  caller: Principal,
  wanted: { superHugggId: string; limit: number; payment: Payment },
): Promise<string> {
  await superHugggInScope(work.tx, caller, wanted.superHugggId, work.at)
  await lockSuperHuggg(work.tx, wanted.superHugggId)
  const shared = await superHugggInScope(work.tx, caller, wanted.superHugggId, work.at)
  const state = claimState(shared, work.at)
  if (state === 'ended' || state === 'expired')
    throw new Problem('wrong_state', 'Claims at this link have ended.', { help: 'Buy a new shareable gift.' })
  if (wanted.limit <= shared.limit)
    throw invalidFields([{ path: 'limit', message: `must be more than the ${shared.limit} bought so far` }])
  const first = await transactionInScope(work.tx, caller, shared.transaction_ids[0]!)
  const request = toPurchaseRequest({
    ...sameGift(first),
    limit: wanted.limit - shared.limit,
    perPerson: shared.per_person,
    claimMethod: shared.claim_method,
    claimRestrictions: { emailEndings: shared.email_endings, numberPrefixes: shared.number_prefixes },
  })
  const bought = await buy(
    work,
    caller,
    {
      ...request,
      keptTheme: { id: first.theme_id, lookId: first.look_id },
      raises: { id: shared.id, teamId: shared.team_id, before: shared.limit },
    },
    { payment: wanted.payment },
  )
  if (!('transactionId' in bought)) throw new Error('more gifts for a link were held for approval')
  return bought.transactionId
}

/** What a purchase says to its recipients and of itself. */
function sameGift(first: TransactionRecord): AskedShareable {
  return {
    type: 'superhuggg',
    reference: first.product_id ?? undefined,
    title: first.title ?? undefined,
    message: first.message ?? undefined,
    fromName: first.from_name ?? undefined,
    notes: first.notes ?? undefined,
    coverImage: first.cover_image_url ?? undefined,
    reasonCode: first.reason_code ?? undefined,
    tags: first.tags,
    hugggMeta: first.huggg_meta as PurchaseRequest['hugggMeta'],
    over18: first.over18_confirmed,
    hugggExpiryDate: first.expiry_date ? londonDate(toInstant(first.expiry_date)).toString() : undefined,
  }
}
