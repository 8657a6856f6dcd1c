import type { z } from 'zod'
import type { updateUser as endpoint, User } from '#contract/identity/users.ts'
import { newId } from '#kit/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { checkPassword, hashPassword, type PasswordGuess, requireGoodPasswordFor } from '../passwords/index.ts'
import { endUserSessions } from '../sessions/index.ts'
import { ownUser, passwordChanged, type UserRecord, userById } from '../users/index.ts'
import { askForEmailChange, checkEmailChange } from './change-email.ts'

type Changes = z.output<typeof endpoint.body>

const PROOFS = ['currentPassword', 'code', 'passkey']

/**
 * Changes the caller's own profile. A new password needs the present one, and ends every other session of the user.
 * Hashing takes its time, so it happens before the transaction.
 * @throws invalid_fields (422) for a wrong present or a weak new password; too_many_requests (429)
 */
export async function updateUser(
  posy: Posy,
  caller: Principal,
  changes: Changes,
  request: { requestId: string; address: string },
): Promise<User> {
  const { userId } = member(caller)
  const before = await userById(posy.db, userId)
  const isPersonal = [changes.password, changes.mobile, changes.email].some((field) => field !== undefined)
  if (!before || (before.isService && isPersonal))
    throw new Problem('forbidden', 'A service user has no address, password or phone.')
  const password =
    changes.password === undefined
      ? null
      : await checkedPassword(
          posy,
          before,
          { password: changes.password, currentPassword: changes.currentPassword ?? '' },
          { ...request, sessionId: caller.sessionId ?? undefined },
        )
  const { email, currentPassword, code, passkey } = changes
  const move =
    email === undefined
      ? null
      : await checkEmailChange(posy, caller, { email, password: currentPassword, code, passkey }, request)
  return transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
    await writeProfile(work, before, changes)
    if (move) await askForEmailChange(work, move)
    if (password) await writePassword(work, caller, userId, password)
    await work.audit(
      'user.updated',
      { kind: 'user', id: userId },
      {
        teamId: caller.teamId,
        detail: { fields: Object.keys(changes).filter((field) => !PROOFS.includes(field)) },
      },
    )
    return (await ownUser(work.tx, userId))!
  })
}

async function checkedPassword(
  posy: Posy,
  user: UserRecord,
  { password, currentPassword }: { password: string; currentPassword: string },
  from: Pick<PasswordGuess, 'address' | 'requestId' | 'sessionId'>,
) {
  await requireGoodPasswordFor(posy, password, { userId: user.id, email: user.email })
  const checked = await checkPassword(posy, { email: user.email, password: currentPassword, ...from })
  if (!checked)
    throw invalidFields([{ path: 'currentPassword', message: 'is not your present password', code: 'wrong_password' }])
  return { oldHash: checked.passwordHash, newHash: await hashPassword(password) }
}

async function writeProfile({ tx, at }: { tx: Tx; at: Date }, before: UserRecord, changes: Changes): Promise<void> {
  const { firstName, surname, sendAsName, mobile, marketing, zone } = changes
  const given = Object.entries({
    first_name: firstName,
    surname,
    send_as_name: sendAsName === '' ? null : sendAsName,
    mobile,
    marketing,
    zone,
  }).filter(([, value]) => value !== undefined)
  const unverified = mobile !== undefined && mobile !== before.mobile ? { verified_phone_number: false } : {}
  await tx
    .updateTable('app_user')
    .set({ ...Object.fromEntries(given), ...unverified, updated_at: at })
    .where('id', '=', before.id)
    .execute()
}

async function writePassword(
  work: Work,
  caller: Principal,
  userId: string,
  { oldHash, newHash }: { oldHash: string; newHash: string },
): Promise<void> {
  const changed = await work.tx
    .updateTable('app_user')
    .set({ password_hash: newHash })
    .where('id', '=', userId)
    .where('password_hash', '=', oldHash)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new Problem('conflict', 'The password was changed a moment ago.')
  const ended = await endUserSessions(work, { userId, exceptSessionId: caller.sessionId, reason: 'password changed' })
  await work.audit(
    'user.password-changed',
    { kind: 'user', id: userId },
    { teamId: caller.teamId, detail: { sessionsEnded: ended } },
  )
  await work.emit(passwordChanged, { changeId: newId(), userId })
}
