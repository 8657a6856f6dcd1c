import type { IdentityProviderName } from '#contract/identity/auth.ts'
import { newId } from '#kit/ids.ts'
import { explainConstraint } from '#server/platform/database/errors.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { identityLinked } from './events.ts'
import { requireWholeAccount } from './require-self.ts'

const columns = { google: 'google_id', microsoft: 'microsoft_id' } as const
const taken = () =>
  new Problem('conflict', 'This sign-in belongs to another account already.', {
    help: 'Sign in with it, or use another.',
  })

explainConstraint('app_user_google_id_key', taken)
explainConstraint('app_user_microsoft_id_key', taken)

export interface Identity {
  provider: IdentityProviderName
  /** Who they are to the provider. */
  subject: string
}

/** Makes a provider's account a way into one of ours. @throws conflict (409) where it is one into another account */
export async function linkIdentity(
  { tx, at, audit, emit }: Work,
  { userId, provider, subject }: Identity & { userId: string },
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ [columns[provider]]: subject, updated_at: at })
    .where('id', '=', userId)
    .execute()
  await audit('user.identity-linked', { kind: 'user', id: userId }, { detail: { provider } })
  await emit(identityLinked, { linkingId: newId(), userId, provider })
}

/**
 * Takes a provider away as a way into the caller's own account.
 * @throws not_found (404), wrong_state (409) for the only way in
 */
export async function unlinkIdentity(
  { tx, at, audit }: Work,
  caller: Principal,
  { userId, provider }: { userId: string; provider: IdentityProviderName },
): Promise<void> {
  if (member(caller).userId !== userId) throw notFound('user')
  requireWholeAccount(caller)
  const user = await tx
    .selectFrom('app_user')
    .select(['password_hash', 'google_id', 'microsoft_id'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user[columns[provider]] === null) throw notFound('sign-in')
  const waysIn = [user.password_hash, user.google_id, user.microsoft_id].filter((one) => one !== null)
  if (waysIn.length === 1)
    throw new Problem('wrong_state', 'This is the only way into your account.', { help: 'Choose a password first.' })
  await tx
    .updateTable('app_user')
    .set({ [columns[provider]]: null, updated_at: at })
    .where('id', '=', userId)
    .execute()
  await audit('user.identity-unlinked', { kind: 'user', id: userId }, { detail: { provider } })
}
