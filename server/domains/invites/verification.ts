import type { UserVerification } from '#contract/sign-up.ts'
import { confirmEmail, guarded, hashSecret, type UserRecord, userByEmail } from '#server/domains/identity/index.ts'
import { newId } from '#server/kit/ids.ts'
import { invalidFields } from '#server/kit/problem.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { verificationIssued } from './events.ts'
import { VERIFICATION_MS, verificationTokenOf } from './tokens.ts'

const KEPT_MS = 30 * 86_400_000

interface Verification {
  user: UserRecord
  action?: 'verify' | 'upgrade'
  planId?: string | null
  /** Chosen at sign-up; it becomes the account's with the proof. */
  passwordHash?: string | null
}

/** Has a link sent that proves a user's address. */
export async function issueVerification(work: Work, { user, ...wanted }: Verification): Promise<void> {
  const id = await write(work, { userId: user.id, email: user.email, ...wanted })
  await work.audit('user.verification-requested', { kind: 'user', id: user.id })
  await work.emit(verificationIssued, { verificationId: id, userId: user.id })
}

async function write(
  { tx, posy }: Work,
  verification: Omit<Verification, 'user'> & { userId: string | null; email: string },
): Promise<string> {
  const nowMs = posy.wall.nowMs()
  const id = newId()
  await tx
    .deleteFrom('user_verification')
    .where('expires_at', '<', new Date(nowMs - KEPT_MS))
    .execute()
  await tx
    .insertInto('user_verification')
    .values({
      id,
      action: verification.action ?? 'verify',
      plan_id: verification.planId ?? null,
      user_id: verification.userId,
      email: verification.email,
      password_hash: verification.passwordHash ?? null,
      token_hash: hashSecret(verificationTokenOf(posy, id)),
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + VERIFICATION_MS),
    })
    .execute()
  return id
}

/**
 * Notes the wish for a link and has it sent. For an address without an account, or with nothing to prove, the same is
 * written, so that neither the answer nor its time tells.
 */
export async function requestVerification(
  work: Work,
  { email, action, planId }: { email: string; action: 'verify' | 'upgrade'; planId: string | null },
): Promise<void> {
  const user = await userByEmail(work.tx, email)
  const hasReason = user && !user.deactivatedAt && (action === 'upgrade' || !user.verifiedEmail)
  const passwordHash = user ? await onlyPasswordChosen(work.tx, user.id) : null
  if (hasReason) await issueVerification(work, { user, action, planId, passwordHash })
  else await write(work, { userId: null, email, action, planId })
}

/** The password of the sign-up, sent along again; none where several people may have signed up with the address. */
async function onlyPasswordChosen(tx: Tx, userId: string): Promise<string | null> {
  const chosen = await tx
    .selectFrom('user_verification')
    .select('password_hash')
    .distinct()
    .where('user_id', '=', userId)
    .where('password_hash', 'is not', null)
    .limit(2)
    .execute()
  return chosen.length === 1 ? chosen[0]!.password_hash : null
}

/** Unknown, used and outlived tokens alike. */
const noSuchToken = () =>
  invalidFields([
    { path: 'verificationToken', message: 'is not valid any more; ask for a new link', code: 'invalid_token' },
  ])

/**
 * Proves an address by the token of a mailed link, once.
 * @throws invalid_fields (422) for a token that is no good, too_many_requests (429)
 */
export async function verifyUser(
  posy: Posy,
  token: string,
  { address, requestId }: { address: string; requestId: string },
): Promise<UserVerification> {
  const tokenHash = hashSecret(token)
  const open = () =>
    posy.db
      .selectFrom('user_verification')
      .innerJoin('app_user', 'app_user.id', 'user_verification.user_id')
      .select(['user_verification.id', 'app_user.id as userId'])
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(posy.wall.nowMs()))
      .where('app_user.deactivated_at', 'is', null)
      // An address that was changed meanwhile is not proven by a link to the old one.
      .whereRef('app_user.email', '=', 'user_verification.email')
      .executeTakeFirst()
      .then((found) => found ?? null)
  const seen = await guarded(posy, { account: `verification ${address}`, address }, open)
  if (!seen) throw noSuchToken()
  return transact(posy, { actor: { kind: 'user', id: seen.userId }, requestId }, (work) => take(work, seen.id))
}

async function take(work: Work, id: string): Promise<UserVerification> {
  const { tx, posy } = work
  const taken = await tx
    .updateTable('user_verification')
    .set({ used_at: new Date(posy.wall.nowMs()) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning(['action', 'plan_id', 'user_id', 'email', 'password_hash'])
    .executeTakeFirst()
  // Of several that come at once the first takes it.
  if (!taken) throw noSuchToken()
  const userId = taken.user_id!
  await confirmEmail(work, { userId, passwordHash: taken.password_hash })
  if (taken.action === 'verify')
    await tx
      .updateTable('user_verification')
      .set({ used_at: new Date(posy.wall.nowMs()) })
      .where('user_id', '=', userId)
      .where('action', '=', 'verify')
      .where('used_at', 'is', null)
      .execute()
  const user = await tx
    .selectFrom('app_user')
    .select(['first_name', 'surname'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    id,
    action: taken.action as UserVerification['action'],
    planId: taken.plan_id,
    userId,
    emailAddress: taken.email,
    fullName: `${user.first_name} ${user.surname}`.trim(),
  }
}
