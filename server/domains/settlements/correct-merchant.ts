import { newId } from '#kit/ids.ts'
import { formatMoney, type Pence } from '#kit/money.ts'
import { brandById } from '#server/domains/catalogue/index.ts'
import { postTransfer } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { doOrAsk, type MoneyActKind, type Outcome } from '#server/platform/waiting-acts.ts'
import type { SignedProposal } from './propose-details.ts'
import { lockMerchant, settledRedemption } from './queries.ts'

export interface SettlementCorrection extends SignedProposal {
  brandId: string
  /** Positive: the merchant gets more. */
  amountPence: Pence
  /** What it corrects, where it is one redemption. */
  redemptionId?: string | undefined
  currency?: string | undefined
}

interface CorrectionTerms extends Record<string, string | number | null> {
  brandId: string
  amountPence: Pence
  redemptionId: string | null
  currency: string
}

export const merchantCorrection: MoneyActKind<CorrectionTerms, string> = {
  kind: 'merchant-correction',
  run: (work, { redemptionId, ...terms }, signed) =>
    bookCorrection(work, { ...terms, redemptionId: redemptionId ?? undefined, ...signed }),
}

/**
 * Corrects what a merchant is owed; above what one operator may correct for a merchant in a day, either way, it waits for
 * another.
 * @throws as `bookCorrection` and `doOrAsk`
 */
export async function correctMerchant(work: Work, correction: SettlementCorrection): Promise<Outcome<string>> {
  const { brandId, amountPence, redemptionId = null, operator, reason, currency = 'GBX' } = correction
  const brand = found(await brandById(work.tx, brandId), 'merchant')
  const money = formatMoney(Math.abs(amountPence), currency)
  const ofOne = redemptionId ? `, for the redemption ${redemptionId}` : ''
  return doOrAsk(work, merchantCorrection, {
    terms: { brandId, amountPence, redemptionId, currency },
    subject: { kind: 'merchant', id: brandId },
    counts: { target: `merchant ${brandId}`, currency, pence: Math.abs(amountPence) },
    says: `Give ${brand.name} ${money} ${amountPence < 0 ? 'less' : 'more'} on its next statement${ofOne}`,
    operator,
    reason,
  })
}

/**
 * Says what redemptions do not: a line on the merchant's next statement. What it gets more, or less, is ours to bear or to
 * keep: breakage ↔ supplier-payable.
 * @returns the correction's id
 * @throws not_found; wrong_state (409) for a redemption that can still be undone; invalid_fields (422)
 */
async function bookCorrection(work: Work, correction: SettlementCorrection): Promise<string> {
  const { brandId, amountPence, redemptionId, operator, reason, currency = 'GBX' } = correction
  if (!Number.isSafeInteger(amountPence) || amountPence === 0)
    throw invalidFields([{ path: 'amountPence', message: 'must be whole pence, and not 0' }])
  found(await brandById(work.tx, brandId), 'merchant')
  await lockMerchant(work.tx, brandId)
  if (redemptionId) await checkRedemption(work, { ...correction, redemptionId })
  const id = newId()
  const transferId = await postTransfer(work.tx, {
    kind: 'correction',
    key: `merchant-correction/${id}`,
    reference: { kind: 'merchant_correction', id },
    currency,
    at: work.at,
    entries: [
      { account: { platform: 'supplier-payable' }, amountPence },
      { account: { platform: 'breakage' }, amountPence: -amountPence },
    ],
  })
  await work.tx
    .insertInto('merchant_correction')
    .values({
      id,
      brand_id: brandId,
      currency,
      amount: amountPence,
      redemption_id: redemptionId ?? null,
      reason,
      made_by: operator,
      transfer_id: transferId,
      created_at: work.at,
    })
    .execute()
  await work.audit(
    'settlement.corrected',
    { kind: 'merchant', id: brandId },
    { detail: { id, amountPence, redemptionId, operator, reason } },
  )
  return id
}

/** No more is taken back than was paid for it. */
async function checkRedemption(
  work: Work,
  { brandId, amountPence, redemptionId }: SettlementCorrection & { redemptionId: string },
) {
  const redemption = found(await settledRedemption(work.tx, brandId, redemptionId), 'redemption of this merchant')
  if (!redemption.isSettled)
    throw new Problem('wrong_state', 'This redemption is on no statement yet: it can be undone at the till.')
  if (redemption.paidPence + amountPence < 0)
    throw invalidFields([{ path: 'amountPence', message: 'is more than was paid for this redemption' }])
}
