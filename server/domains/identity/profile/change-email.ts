import { createHash } from 'node:crypto'
import type { EmailChange } from '#contract/identity/email-changes.ts'
import { newId } from '#kit/ids.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound } from '#server/platform/problem/problem.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { type OwnerProof, type ProofRequest, requireOwnerProof, requireProvenAddress } from '../second-step/index.ts'
import { hashSecret, unguessable } from '../secrets/index.ts'
import { endUserSessions } from '../sessions/index.ts'
import { emailChangeAsked, emailChanged, requireSelfForChange, type Self } from '../users/index.ts'
import {
  EMAIL_CHANGE_MS,
  emailChangeToken,
  findOpenEmailChange,
  type OpenChange,
  openChangeByToken,
  type Side,
  serializeChange,
} from './email-change.ts'

const HOUR_SECONDS = 3600
const PER_USER = { attempts: 5, windowSeconds: HOUR_SECONDS }
const PER_ADDRESS = { attempts: 5, windowSeconds: HOUR_SECONDS }
const KEPT_MS = 30 * 86_400_000

/**
 * Whether the account's owner asks for another address. It comes before the transaction: secrets are checked, and what
 * was asked is counted whatever happens to it.
 * @returns null where the address is the present one
 * @throws restricted (403), wrong_state (409), invalid_fields (422), too_many_requests (429)
 */
export async function checkEmailChange(
  posy: Posy,
  caller: Principal,
  { email, ...proof }: OwnerProof & { email: string },
  request: ProofRequest,
): Promise<(Self & { email: string }) | null> {
  const self = requireSelfForChange(caller, caller.userId ?? '')
  const user = await requireProvenAddress(posy.db, self.userId)
  if (email === user.email.toLowerCase()) return null
  await countAttempt(posy, `email-change:user:${self.userId}`, PER_USER)
  await requireOwnerProof(posy, self, proof, request, 'currentPassword')
  const hash = createHash('sha256').update(email).digest('base64url')
  await countAttempt(posy, `email-change:to:${hash}`, PER_ADDRESS)
  return { ...self, email }
}

/** Notes the wish, in place of an earlier one, and has a link mailed to both addresses. */
export async function askForEmailChange(
  work: Work,
  { userId, sessionId, email }: Self & { email: string },
): Promise<void> {
  const { tx, posy } = work
  const nowMs = posy.wall.nowMs()
  const { email: oldEmail } = await lockUser(work, userId)
  await stopOpen(work, userId)
  await tx
    .deleteFrom('email_change')
    .where('expires_at', '<', new Date(nowMs - KEPT_MS))
    .execute()
  const id = newId()
  await tx
    .insertInto('email_change')
    .values({
      id,
      user_id: userId,
      session_id: sessionId,
      old_email: oldEmail,
      new_email: email,
      old_token_hash: hashSecret(emailChangeToken(posy, id, 'old')),
      new_token_hash: hashSecret(emailChangeToken(posy, id, 'new')),
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + EMAIL_CHANGE_MS),
    })
    .execute()
  await work.emit(emailChangeAsked, { changeId: id, userId })
}

/** One change of an account at a time: two confirmations must know of each other. */
const lockUser = ({ tx }: Pick<Work, 'tx'>, userId: string) =>
  tx.selectFrom('app_user').select('email').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()

const stopOpen = ({ tx, posy }: Pick<Work, 'tx' | 'posy'>, userId: string) =>
  tx
    .updateTable('email_change')
    .set({ stopped_at: new Date(posy.wall.nowMs()) })
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()

/** @throws not_found (404) where nothing waits */
export async function withdrawEmailChange(work: Work, { userId }: Self): Promise<void> {
  await lockUser(work, userId)
  const open = await findOpenEmailChange(work.tx, userId, new Date(work.posy.wall.nowMs()))
  if (!open) throw notFound('change of address')
  await stopOpen(work, userId)
  await work.audit('user.email-change-stopped', { kind: 'user', id: userId }, { detail: { by: 'its user' } })
}

/** What a mailed link is about, or null; wrong ones are counted. @throws too_many_requests (429) */
export const changeByToken = (posy: Posy, token: string, address: string) =>
  unguessable(posy, { kind: 'email change', address }, () =>
    openChangeByToken(posy.db, token, new Date(posy.wall.nowMs())),
  )

/** Unknown, used and outlived tokens alike. */
const noSuchToken = () =>
  invalidFields([{ path: 'token', message: 'is no longer valid; ask for the change again', code: 'invalid_token' }])

/** Does something about the change that a link is about, with its account locked. @throws invalid_fields (422) */
async function withChange<T>(
  posy: Posy,
  token: string,
  { address, requestId }: ProofRequest,
  run: (work: Work, change: OpenChange, side: Side) => Promise<T>,
): Promise<T> {
  const seen = await changeByToken(posy, token, address)
  if (!seen) throw noSuchToken()
  const { userId } = seen.change
  return transact(posy, { actor: { kind: 'user', id: userId }, requestId }, async (work) => {
    const { email } = await lockUser(work, userId)
    const found = await openChangeByToken(work.tx, token, new Date(posy.wall.nowMs()))
    if (!found || found.change.oldEmail !== email) throw noSuchToken()
    return run(work, found.change, found.side)
  })
}

/**
 * One of both addresses says yes; with the second the account has the new one.
 * @throws invalid_fields (422), conflict (409) where another account has taken the address, too_many_requests (429)
 */
export const confirmEmailChange = (
  posy: Posy,
  token: string,
  request: ProofRequest,
): Promise<EmailChange & { isDone: boolean }> =>
  withChange(posy, token, request, async (work, change, side) => {
    const now = new Date(posy.wall.nowMs())
    const confirmed = {
      ...change,
      ...(side === 'old' ? { oldConfirmedAt: now } : { newConfirmedAt: now }),
    }
    const isDone = confirmed.oldConfirmedAt !== null && confirmed.newConfirmedAt !== null
    await work.tx
      .updateTable('email_change')
      .set({
        old_confirmed_at: confirmed.oldConfirmedAt,
        new_confirmed_at: confirmed.newConfirmedAt,
        ...(isDone ? { done_at: now } : {}),
      })
      .where('id', '=', change.id)
      .execute()
    if (isDone) await changeEmail(work, change)
    return { ...serializeChange(confirmed), isDone }
  })

/** @throws invalid_fields (422), too_many_requests (429) */
export const stopEmailChange = (posy: Posy, token: string, request: ProofRequest): Promise<void> =>
  withChange(posy, token, request, async (work, { userId }, side) => {
    await stopOpen(work, userId)
    await work.audit('user.email-change-stopped', { kind: 'user', id: userId }, { detail: { by: side } })
  })

/** Links mailed to the old address stop, what may be mailed goes along, and everywhere else they are signed out. */
async function changeEmail(work: Work, { id, userId, sessionId, oldEmail, newEmail }: OpenChange): Promise<void> {
  const { tx, at, posy } = work
  await tx
    .updateTable('app_user')
    .set({ email: newEmail, verified_email: true, updated_at: at })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('password_reset')
    .set({ used_at: new Date(posy.wall.nowMs()) })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await tx.deleteFrom('contact_preference').where('email', '=', newEmail).execute()
  await tx
    .updateTable('contact_preference')
    .set({ email: newEmail, updated_at: at })
    .where('email', '=', oldEmail)
    .execute()
  const reason = 'email address changed'
  const sessionsEnded = await endUserSessions(work, { userId, exceptSessionId: sessionId, reason })
  await work.audit('user.email-changed', { kind: 'user', id: userId }, { detail: { sessionsEnded } })
  await work.emit(emailChanged, { changeId: id, userId })
}
