import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { type ContactPreference, findContactPreference, userById } from './queries.ts'

/** The caller's own address; whatever is known of another stays unsaid. @throws not_found (404) */
export async function requireOwnAddress(
  db: Db | Tx,
  caller: Principal,
  email: string,
): Promise<{ userId: string; email: string }> {
  const user = await userById(db, member(caller).userId)
  if (user?.email !== email || user.isService) throw notFound('contact preferences')
  return { userId: user.id, email: user.email }
}

/** Sets what may be sent to the caller's own address; what is not named stays as it is. */
export async function upsertContactPreferences(
  { tx, at, audit }: Work,
  caller: Principal,
  wanted: { email: string; reactionSummary: boolean; receipts?: boolean | undefined; allowances?: boolean | undefined },
): Promise<ContactPreference> {
  const { userId, email } = await requireOwnAddress(tx, caller, wanted.email)
  const before = await findContactPreference(tx, email)
  const { reactionSummary, receipts = before.receipts, allowances = before.allowances } = wanted
  const values = { user_id: userId, reaction_summary: reactionSummary, receipts, allowances, updated_at: at }
  await tx
    .insertInto('contact_preference')
    .values({ email, ...values })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(values))
    .execute()
  await audit(
    'contact-preferences.set',
    { kind: 'user', id: userId },
    { teamId: caller.teamId, detail: { reactionSummary, receipts, allowances } },
  )
  return { email, userId, reactionSummary, receipts, allowances }
}
