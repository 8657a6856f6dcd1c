import { newId } from '#kit/ids.ts'
import { brandById } from '#server/domains/catalogue/index.ts'
import { explainConstraint } from '#server/platform/database/errors.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { announceToOwners, requireSecondOperator } from '#server/platform/two-operators.ts'
import { accountNumberHint, BankAccount, sealAccount } from './bank-account.ts'
import { lockMerchant } from './queries.ts'

/** Who asks, and why: both are written down. */
export interface SignedProposal {
  operator: string
  reason: string
}

explainConstraint(
  'merchant_details_two_operators',
  () => new Problem('wrong_state', 'Another operator must approve these bank details.'),
)

/**
 * Proposes where a merchant is paid and mailed; nothing is paid there until another operator has approved it. A proposal
 * that waits is withdrawn by the next one.
 * @returns the version's id
 * @throws not_found; invalid_fields (422)
 */
export async function proposeDetails(
  work: Work,
  { brandId, account, operator, reason }: SignedProposal & { brandId: string; account: unknown },
): Promise<string> {
  const parsed = BankAccount.safeParse(account, { error: issueMessage })
  if (!parsed.success)
    throw invalidFields(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  const { name } = found(await brandById(work.tx, brandId), 'merchant')
  await lockMerchant(work.tx, brandId)
  await work.tx
    .updateTable('merchant_details')
    .set({ state: 'withdrawn' })
    .where('brand_id', '=', brandId)
    .where('state', '=', 'proposed')
    .execute()
  const id = newId()
  await work.tx
    .insertInto('merchant_details')
    .values({
      id,
      brand_id: brandId,
      sealed: sealAccount(work.posy.secret, id, parsed.data),
      hint: accountNumberHint(parsed.data),
      proposed_by: operator,
      proposed_at: work.at,
      reason,
    })
    .execute()
  await announceToOwners(work, { act: 'bank-details', label: name, operator })
  await work.audit('merchant.details-proposed', { kind: 'merchant', id: brandId }, { detail: { id, operator, reason } })
  return id
}

/**
 * Another operator approves what was proposed: from now on files pay there. A file that was built before pays to the
 * account as it was, and can no longer be released.
 * @returns whether they were alone with it
 * @param detailsId the version that was looked at
 * @throws not_found where nothing waits; wrong_state (409) where another has been proposed since; forbidden (403) for who
 *   proposed it
 */
export async function approveDetails(
  work: Work,
  { brandId, detailsId, operator, reason }: SignedProposal & { brandId: string; detailsId: string },
): Promise<boolean> {
  await lockMerchant(work.tx, brandId)
  const proposed = found(
    await work.tx
      .selectFrom('merchant_details')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('state', '=', 'proposed')
      .executeTakeFirst(),
    'proposal of bank details',
  )
  if (detailsId !== proposed.id)
    throw new Problem('wrong_state', 'Other bank details have been proposed since you looked.', {
      help: 'Check the new ones. Nothing was changed.',
    })
  const { name } = found(await brandById(work.tx, brandId), 'merchant')
  const isAlone = await requireSecondOperator(work, {
    ...{ act: 'bank-details', label: name, operator },
    askedBy: [proposed.proposed_by],
    askedAt: proposed.proposed_at,
  })
  await work.tx
    .updateTable('merchant_details')
    .set({ state: 'replaced' })
    .where('brand_id', '=', brandId)
    .where('state', '=', 'approved')
    .execute()
  await work.tx
    .updateTable('merchant_details')
    .set({ state: 'approved', approved_by: operator, approved_at: work.at, approved_alone: isAlone })
    .where('id', '=', proposed.id)
    .execute()
  await work.audit(
    'merchant.details-approved',
    { kind: 'merchant', id: brandId },
    { detail: { id: proposed.id, operator, reason, isAlone } },
  )
  return isAlone
}
