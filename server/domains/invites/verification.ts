import type { UserVerification } from '#contract/invites/sign-up.ts'
import { newId } from '#kit/ids.ts'
import { confirmEmail, hashPassword, requireGoodPasswordFor } from '#server/domains/identity/passwords/index.ts'
import { hashSecret, unguessable } from '#server/domains/identity/secrets/index.ts'
import { type UserRecord, userByEmail } from '#server/domains/identity/users/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { member, type Principal, requirePermission } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { upgradeVerified, verificationIssued } from './events.ts'
import type { SignUpDetails } from './sign-up.ts'
import { takeAsTyped } from './take-as-typed.ts'
import { deriveVerificationToken, VERIFICATION_MS } from './tokens.ts'

const KEPT_MS = 30 * 86_400_000

interface Verification {
  user: UserRecord
  action?: 'verify' | 'upgrade'
  planId?: string | null
  /** For an upgrade. */
  teamId?: string | null
  /** What becomes an unproven account's own with this link. */
  details?: SignUpDetails | null
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
      team_id: verification.teamId ?? null,
      details: verification.details ? JSON.stringify(verification.details) : null,
      user_id: verification.userId,
      email: verification.email,
      token_hash: hashSecret(deriveVerificationToken(posy, id)),
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + VERIFICATION_MS),
    })
    .execute()
  return id
}

/**
 * Notes the wish for a link that proves an address and has it sent. For an address without an account, or with nothing to
 * prove, the same is written, so that neither the answer nor its time tells.
 */
export async function requestVerification(work: Work, email: string): Promise<void> {
  const user = await userByEmail(work.tx, email)
  if (user && !user.deactivatedAt && !user.verifiedEmail)
    await issueVerification(work, { user, details: await newestDetails(work.tx, user.id) })
  else await write(work, { userId: null, email })
}

/** Another link to the newest sign-up brings what was typed there. */
async function newestDetails(tx: Tx, userId: string): Promise<SignUpDetails | null> {
  const newest = await tx
    .selectFrom('user_verification')
    .select('details')
    .where('user_id', '=', userId)
    .where('action', '=', 'verify')
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (newest?.details ?? null) as unknown as SignUpDetails | null
}

/**
 * Sends anyone who asks, signed in, a link that upgrades the team they act in; to their own address and no other.
 * @throws unauthenticated (401), forbidden (403), invalid_fields (422) for someone else's address
 */
export async function requestUpgrade(
  work: Work,
  caller: Principal | null,
  { email, planId }: { email: string; planId: string },
): Promise<void> {
  const { userId, teamId } = requireBillsPerson(caller)
  const user = await userByEmail(work.tx, email)
  if (user?.id !== userId)
    throw invalidFields([{ path: 'email', message: 'must be your own address', code: 'not_yours' }])
  await issueVerification(work, { user, action: 'upgrade', planId, teamId })
}

/** A link alone commits no one: the person there has signed in and manages billing. */
function requireBillsPerson(caller: Principal | null): { userId: string; teamId: string } {
  if (!caller) throw new Problem('unauthenticated', 'Sign in to upgrade a plan. Nothing has changed.')
  if (caller.kind !== 'user' || caller.apiKey || caller.impersonation)
    throw new Problem('forbidden', 'Only someone who signed in upgrades a plan by a link. Nothing has changed.')
  const { userId, teamId } = member(caller)
  requirePermission(caller, 'manage-billing')
  return { userId, teamId }
}

/** Unknown, used and outlived tokens alike. */
const noSuchToken = () =>
  invalidFields([
    { path: 'verificationToken', message: 'is no longer valid; ask for a new link', code: 'invalid_token' },
  ])

export interface OpenVerification {
  id: string
  userId: string
  action: 'verify' | 'upgrade'
  email: string
  hasPassword: boolean
  planId: string | null
  teamId: string | null
}

/** What a token proves, or null; wrong ones are counted. @throws too_many_requests (429) */
export function openVerification(posy: Posy, token: string, address: string): Promise<OpenVerification | null> {
  const look = async () => {
    const found = await posy.db
      .selectFrom('user_verification')
      .innerJoin('app_user', 'app_user.id', 'user_verification.user_id')
      .select(['user_verification.id', 'user_verification.action', 'app_user.id as userId', 'app_user.email'])
      .select(['user_verification.plan_id as planId', 'user_verification.team_id as teamId'])
      .select(({ eb }) => eb('app_user.password_hash', 'is not', null).as('hasPassword'))
      .where('token_hash', '=', hashSecret(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(posy.wall.nowMs()))
      .where('app_user.deactivated_at', 'is', null)
      // An address that was changed meanwhile is not proven by a link to the old one.
      .whereRef('app_user.email', '=', 'user_verification.email')
      .where((eb) => eb.or([eb('action', '=', 'verify'), eb('user_verification.team_id', 'is not', null)]))
      .$narrowType<{ action: OpenVerification['action']; hasPassword: boolean }>()
      .executeTakeFirst()
    return found ?? null
  }
  return unguessable(posy, { kind: 'verification', address }, look)
}

/**
 * Proves an address by the token of a mailed link, once. The person who signed up chooses the password here, where the
 * address is shown to be theirs: no password waits for someone else's address. The slow hash comes before the
 * transaction. A link that upgrades a team is taken only by who asked for it, signed in to that team.
 * @throws invalid_fields (422) for a token that is no good or a password that is missing, weak or too much;
 *   too_many_requests (429); for an upgrade unauthenticated (401) and forbidden (403)
 */
export async function verifyUser(
  posy: Posy,
  { verificationToken, password }: { verificationToken: string; password?: string | undefined },
  caller: Principal | null,
  { address, requestId }: { address: string; requestId: string },
): Promise<UserVerification> {
  const seen = await openVerification(posy, verificationToken, address)
  if (!seen) throw noSuchToken()
  if (seen.action === 'upgrade') {
    requireAsker(caller, seen)
    return transact(posy, { actor: caller!.actor, requestId }, (work) => take(work, seen.id, null))
  }
  if (seen.hasPassword && password !== undefined)
    throw invalidFields([{ path: 'password', message: 'this account has one already', code: 'has_password' }])
  if (!seen.hasPassword && password === undefined)
    throw invalidFields([{ path: 'password', message: 'must be chosen now', code: 'password_needed' }])
  if (password !== undefined) await requireGoodPasswordFor(posy, password, seen)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const actor = { kind: 'user', id: seen.userId } as const
  return transact(posy, { actor, requestId }, (work) => take(work, seen.id, passwordHash))
}

function requireAsker(caller: Principal | null, { userId, teamId }: OpenVerification): void {
  const asker = requireBillsPerson(caller)
  if (asker.userId !== userId || asker.teamId !== teamId)
    throw new Problem('forbidden', 'This upgrade is for another team, or someone else asked for it.', {
      help: 'Sign in as the person who asked, and switch to the team that the email names. Nothing has changed.',
    })
}

async function take(work: Work, id: string, passwordHash: string | null): Promise<UserVerification> {
  const { tx, posy } = work
  const taken = await tx
    .updateTable('user_verification')
    .set({ used_at: new Date(posy.wall.nowMs()) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning(['action', 'plan_id', 'team_id', 'user_id', 'email', 'details'])
    .executeTakeFirst()
  // Of several that come at once the first takes it.
  if (!taken) throw noSuchToken()
  const userId = taken.user_id!
  if (taken.action === 'upgrade')
    await work.emit(upgradeVerified, { userId, teamId: taken.team_id!, planId: taken.plan_id! })
  else await prove(work, { userId, passwordHash, details: taken.details as unknown as SignUpDetails | null })
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

/** The account becomes its owner's, as the sign-up of the link that is used had it; other links end. */
async function prove(
  work: Work,
  { userId, passwordHash, details }: { userId: string; passwordHash: string | null; details: SignUpDetails | null },
): Promise<void> {
  const { tx, posy } = work
  if (details) await takeAsTyped(work, { userId, passwordHash, details })
  await confirmEmail(work, { userId, passwordHash })
  await tx
    .updateTable('user_verification')
    .set({ used_at: new Date(posy.wall.nowMs()), details: null })
    .where('user_id', '=', userId)
    .where('action', '=', 'verify')
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('details', 'is not', null)]))
    .execute()
}
