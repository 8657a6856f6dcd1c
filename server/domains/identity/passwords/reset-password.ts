import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { forgetFailures, hashSecret, unguessable } from '../secrets/index.ts'
import { endUserSessions, keepDevice } from '../sessions/index.ts'
import { passwordChanged } from '../users/index.ts'
import { confirmEmail } from './confirm-email.ts'
import { hashPassword, requireGoodPasswordFor } from './password.ts'

/** Unknown, used and outlived tokens alike. */
const noSuchToken = () =>
  invalidFields([{ path: 'token', message: 'is no longer valid; ask for a new link', code: 'invalid_token' }])

/**
 * Sets a new password by the token of a mailed link, once. For an account that an operator opened it proves the address as
 * well; a sign-up that was never confirmed it does not complete, for a stranger may have typed it. Every session
 * of the user ends and other links die. Someone whom others have slowed may sign in at once, and this browser counts apart from
 * now on. The slow hash comes before the transaction.
 * @throws invalid_fields (422) for a token that is no good or a weak password; too_many_requests (429)
 */
export async function resetPassword(
  posy: Posy,
  { token, password, device }: { token: string; password: string; device?: string | undefined },
  request: { requestId: string; address: string },
): Promise<void> {
  const { address, requestId } = request
  const guess = { kind: 'password reset', address, requestId }
  const wish = await unguessable(posy, guess, () => openWish(posy.db, token, posy.wall.nowMs()))
  if (!wish) throw noSuchToken()
  await requireGoodPasswordFor(posy, password, wish)
  const passwordHash = await hashPassword(password)
  const { userId } = wish
  await transact(posy, { actor: { kind: 'user', id: userId }, requestId }, async (work) => {
    const { tx, at } = work
    // Of several that come at once the first takes it; the others find nothing.
    if (!(await takeWish(tx, wish.id, posy.wall.nowMs()))) throw noSuchToken()
    await tx
      .updateTable('app_user')
      .set({ password_hash: passwordHash, updated_at: at })
      .where('id', '=', userId)
      .execute()
    if (!wish.verifiedEmail) await confirmEmail(work, { userId, passwordHash })
    await tx
      .updateTable('password_reset')
      .set({ used_at: new Date(posy.wall.nowMs()) })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
    const ended = await endUserSessions(work, { userId, reason: 'password reset' })
    if (device) await keepDevice(work, userId, device)
    await work.audit('user.password-reset', { kind: 'user', id: userId }, { detail: { sessionsEnded: ended } })
    // A first password is no change that anyone need be warned of.
    if (!wish.isFirst) await work.emit(passwordChanged, { changeId: wish.id, userId })
  })
  await forgetFailures(posy.db, 'password', wish.email)
  await forgetFailures(posy.db, 'code', userId)
}

async function openWish(db: Db, token: string, nowMs: number) {
  const wish = await db
    .selectFrom('password_reset')
    .innerJoin('app_user', 'app_user.id', 'password_reset.user_id')
    .select([
      'password_reset.id',
      'app_user.id as userId',
      'app_user.email',
      'app_user.verified_email as verifiedEmail',
    ])
    .select(({ eb }) => eb('app_user.password_hash', 'is', null).as('isFirst'))
    .where('token_hash', '=', hashSecret(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .where('app_user.deactivated_at', 'is', null)
    .where((eb) => eb.or([eb('verified_email', '=', true), eb('opened_by_operator', '=', true)]))
    .executeTakeFirst()
  return wish ?? null
}

async function takeWish(tx: Tx, id: string, nowMs: number): Promise<boolean> {
  const taken = await tx
    .updateTable('password_reset')
    .set({ used_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}
