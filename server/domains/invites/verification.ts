import type { UserVerification } from '#contract/sign-up.ts'
import {
  confirmEmail,
  hashPassword,
  hashSecret,
  requireGoodPassword,
  type UserRecord,
  unguessable,
  userByEmail,
} from '#server/domains/identity/index.ts'
import { newId } from '#server/kit/ids.ts'
import { invalidFields } from '#server/kit/problem.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { upgradeVerified, verificationIssued } from './events.ts'
import { VERIFICATION_MS, verificationTokenOf } from './tokens.ts'

const KEPT_MS = 30 * 86_400_000

interface Verification {
  user: UserRecord
  action?: 'verify' | 'upgrade'
  planId?: string | null
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
  if (hasReason) await issueVerification(work, { user, action, planId })
  else await write(work, { userId: null, email, action, planId })
}

/** Unknown, used and outlived tokens alike. */
const noSuchToken = () =>
  invalidFields([
    { path: 'verificationToken', message: 'is not valid any more; ask for a new link', code: 'invalid_token' },
  ])

export interface OpenVerification {
  id: string
  userId: string
  action: 'verify' | 'upgrade'
  email: string
  hasPassword: boolean
}

/** What a token proves, or null; wrong ones are counted. @throws too_many_requests (429) */
export function openVerification(posy: Posy, token: string, address: string): Promise<OpenVerification | null> {
  const look = async () => {
    const found = await posy.db
      .selectFrom('user_verification')
      .innerJoin('app_user', 'app_user.id', 'user_verification.user_id')
      .select(['user_verification.id', 'user_verification.action', 'app_user.id as userId', 'app_user.email'])
      .select(({ eb }) => eb('app_user.password_hash', 'is not', null).as('hasPassword'))
      .where('token_hash', '=', hashSecret(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(posy.wall.nowMs()))
      .where('app_user.deactivated_at', 'is', null)
      // An address that was changed meanwhile is not proven by a link to the old one.
      .whereRef('app_user.email', '=', 'user_verification.email')
      .$narrowType<{ action: OpenVerification['action']; hasPassword: boolean }>()
      .executeTakeFirst()
    return found ?? null
  }
  return unguessable(posy, { kind: 'verification', address }, look)
}

/**
 * Proves an address by the token of a mailed link, once. Whoever signed up chooses the password here, where the address
 * is shown to be theirs: no password waits for somebody else's address. The slow hash comes before the transaction.
 * @throws invalid_fields (422) for a token that is no good or a password that is missing, weak or too much;
 *   too_many_requests (429)
 */
export async function verifyUser(
  posy: Posy,
  { verificationToken, password }: { verificationToken: string; password?: string | undefined },
  { address, requestId }: { address: string; requestId: string },
): Promise<UserVerification> {
  const seen = await openVerification(posy, verificationToken, address)
  if (!seen) throw noSuchToken()
  if (seen.hasPassword && password !== undefined)
    throw invalidFields([{ path: 'password', message: 'this account has one already', code: 'has_password' }])
  if (!seen.hasPassword && password === undefined)
    throw invalidFields([{ path: 'password', message: 'must be chosen now', code: 'password_needed' }])
  if (password !== undefined) requireGoodPassword(password, seen.email)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const actor = { kind: 'user', id: seen.userId } as const
  return transact(posy, { actor, requestId }, (work) => take(work, seen.id, passwordHash))
}

async function take(work: Work, id: string, passwordHash: string | null): Promise<UserVerification> {
  const { tx, posy } = work
  const taken = await tx
    .updateTable('user_verification')
    .set({ used_at: new Date(posy.wall.nowMs()) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning(['action', 'plan_id', 'user_id', 'email'])
    .executeTakeFirst()
  // Of several that come at once the first takes it.
  if (!taken) throw noSuchToken()
  const userId = taken.user_id!
  await confirmEmail(work, { userId, passwordHash })
  if (taken.action === 'upgrade') await work.emit(upgradeVerified, { userId, planId: taken.plan_id! })
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
