import type { z } from 'zod'
import type { acceptInvite as endpoint } from '#contract/invites/invites.ts'
import { plainEmailAddress } from '#kit/email-address.ts'
import { newId } from '#kit/ids.ts'
import { isoDay } from '#kit/time.ts'
import { hashPassword, requireGoodPassword, takeOverUser } from '#server/domains/identity/passwords/index.ts'
import { hashSecret, unguessable } from '#server/domains/identity/secrets/index.ts'
import { createUser, userByEmail, userById } from '#server/domains/identity/users/index.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import { type InviteRecord, inviteState } from './invite.ts'
import { joinTeam } from './join-team.ts'
import { inviteById, lockInvite, newestOpenInvite } from './queries.ts'
import { dropSignUp } from './take-as-typed.ts'

type Body = z.output<typeof endpoint.body>
type NewUser = NonNullable<Body['newUser']>

export interface Acceptance {
  inviteId: string
  body: Body
  /** The person who is signed in, if any. */
  caller: Principal | null
}

export interface Accepted {
  invite: InviteRecord
  userId: string
  teamId: string | null
}

/**
 * Accepts an invite, once. Who may: anyone who has the token of its latest mail (to make an account, or signed in to
 * one), or is signed in with the verified address it was sent to. A new user gets the invite's address, proven by the
 * token; the slow hash comes before the transaction.
 * @throws not_found (404) for every wrong token, and for a stranger's invite; too_many_requests (429) after many
 * @throws wrong_state (409) once it was accepted or has expired, conflict (409) where the address has an account,
 *   invalid_fields (422), plan_limit_reached (403), unauthenticated (401) without token and session
 */
export async function acceptInvite(
  posy: Posy,
  { inviteId, body, caller }: Acceptance,
  request: { requestId: string; address: string },
): Promise<Accepted> {
  const { token, newUser } = body
  if (newUser && token === undefined)
    throw invalidFields([{ path: 'token', message: 'is needed to make an account', code: 'invalid_token' }])
  const { invite, tokenHash } = await requireAnswerable(posy, { inviteId, token, caller }, request)
  if (newUser?.email && plainEmailAddress(newUser.email) !== invite.email)
    throw cannotDiffer('newUser.email', 'is not the address of this invite')
  const passwordHash = newUser ? await hashNewPassword(posy, newUser.password, invite) : null

  const acceptor = newUser ? null : await existingAcceptor(posy.db, caller, body.existingUser)
  const userId = acceptor ?? newId()
  const cause = { actor: { kind: 'user', id: userId } as const, requestId: request.requestId }
  return transact(posy, cause, async (work) => {
    const locked = await lockOpen(work, invite, tokenHash)
    const acceptedBy = newUser
      ? await openAccount(work, locked, { userId, newUser, passwordHash: passwordHash! })
      : userId
    const { teamId, resourceId } = await joinTeam(work, locked, acceptedBy, body.subteamName)
    return { invite: await markAccepted(work, locked, acceptedBy, resourceId), userId: acceptedBy, teamId }
  })
}

/**
 * The invite that its invitee answers, in whatever state.
 * @throws not_found (404) for every wrong token, and for a stranger's invite; too_many_requests (429) after many;
 *   unauthenticated (401) without token and session
 */
export async function requireAnswerable(
  posy: Posy,
  { inviteId, token, caller }: { inviteId: string; token: string | undefined; caller: Principal | null },
  request: { requestId: string; address: string },
): Promise<{ invite: InviteRecord; tokenHash: string | null }> {
  if (token === undefined && !caller)
    throw new Problem('unauthenticated', 'This needs the invite’s token, or a session.')
  const tokenHash = token === undefined ? null : hashSecret(token)
  const find = async () => (await acceptableBy(posy.db, { inviteId, tokenHash, caller })) ?? null
  const invite = tokenHash === null ? await find() : await unguessable(posy, { kind: 'invite', ...request }, find)
  if (!invite) throw notFound('invite')
  return { invite, tokenHash }
}

async function hashNewPassword(posy: Posy, password: string, { email, teamId }: InviteRecord): Promise<string> {
  const { name } = await teamById(posy.db, teamId)
  requireGoodPassword(password, { email, teamNames: [name] }, 'newUser.password')
  return hashPassword(password)
}

/** The invite as far as this caller may know of it, in whatever state; a withdrawn one is gone. */
async function acceptableBy(
  db: Db | Tx,
  { inviteId, tokenHash, caller }: { inviteId: string; tokenHash: string | null; caller: Principal | null },
): Promise<InviteRecord | undefined> {
  const invite = await inviteById(db, inviteId)
  if (!invite || invite.cancelledAt) return undefined
  if (tokenHash !== null) return invite.tokenHash === tokenHash ? invite : undefined
  const user = caller?.userId ? await userById(db, caller.userId) : undefined
  const isTheirs = user && !user.isService && user.verifiedEmail && user.email.toLowerCase() === invite.email
  return isTheirs ? invite : undefined
}

/** Anyone who is signed in. A token shows who reads a mailbox, not who acts in an account: that takes its session. */
async function existingAcceptor(db: Db, caller: Principal | null, named: Body['existingUser']): Promise<string> {
  if (!caller)
    throw new Problem('unauthenticated', 'An account accepts an invite only while it is signed in.', {
      help: 'Sign in first, or send newUser where there is no account yet.',
    })
  const user = caller.userId && (await userById(db, caller.userId))
  if (!user || user.isService) throw new Problem('forbidden', 'Only a person can accept an invite.')
  if (typeof named === 'object' && named.id !== undefined && named.id.toLowerCase() !== user.id)
    throw cannotDiffer('existingUser.id', 'is not who is signed in')
  return user.id
}

const cannotDiffer = (path: string, message: string) => invalidFields([{ path, message, code: 'cannot_change' }])

/** Locks the team, then the invite, as inviting does; and looks again at what may have changed since. */
export async function lockOpen(work: Work, seen: InviteRecord, tokenHash: string | null): Promise<InviteRecord> {
  const { tx, posy } = work
  const team = await tx
    .selectFrom('team')
    .select('closed_at')
    .where('id', '=', seen.teamId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const invite = await lockInvite(tx, seen.id)
  if (!invite || team.closed_at || (tokenHash !== null && invite.tokenHash !== tokenHash)) throw notFound('invite')
  const state = inviteState(posy, invite)
  if (state === 'cancelled') throw notFound('invite')
  if (state === 'accepted')
    throw new Problem('wrong_state', 'This invite has been accepted already.', { help: 'Sign in to continue.' })
  if (state === 'expired')
    throw new Problem('wrong_state', 'This invite has expired.', { help: 'Ask for it to be sent again.' })
  return invite
}

/** An account for the invite's address; one that was never proven to be anybody's becomes theirs. */
async function openAccount(
  work: Work,
  { email }: InviteRecord,
  { userId, newUser, passwordHash }: { userId: string; newUser: NewUser; passwordHash: string },
): Promise<string> {
  const { firstName, surname, mobile = null, sendAsName = null, marketing } = newUser
  const profile = {
    firstName,
    surname,
    sendAsName,
    mobile,
    marketing,
    passwordHash,
    dateOfBirth: newUser.dateOfBirth ? isoDay(newUser.dateOfBirth) : null,
  }
  const existing = await userByEmail(work.tx, email)
  if (!existing) return (await createUser(work, { ...profile, id: userId, email, verifiedEmail: true })).id
  if (existing.verifiedEmail || existing.deactivatedAt)
    throw new Problem('conflict', 'There is already an account with this email address.', {
      help: 'Accept as an existing user.',
    })
  await dropSignUp(work, existing.id)
  await takeOverUser(work, { ...profile, userId: existing.id })
  return existing.id
}

/**
 * Accepts the newest invite that waits for an address, for anyone who has just proven it in another way than by the
 * mail.
 * @param invitee `underTeamId` where only an invite to that team, or to what is under it, will do
 * @returns whether there was one
 */
export async function acceptNewestInvite(
  work: Work,
  { userId, email, underTeamId }: { userId: string; email: string; underTeamId?: string },
): Promise<boolean> {
  const newest = await newestOpenInvite(work.tx, email, work.posy, underTeamId)
  // A budget makes a team of its own a moment later: its invite is accepted by its link.
  if (!newest || newest.type === 'automation-participant') return false
  const invite = await lockOpen(work, newest, null)
  const { resourceId } = await joinTeam(work, invite, userId)
  await markAccepted(work, invite, userId, resourceId, { isAuto: true })
  return true
}

async function markAccepted(
  work: Work,
  { id, teamId, type }: InviteRecord,
  userId: string,
  resourceId: string,
  { isAuto = false } = {},
): Promise<InviteRecord> {
  const { tx, at } = work
  await tx
    .updateTable('team_invite')
    .set({
      accepted_at: at,
      accepted_by: userId,
      accepted_resource_id: resourceId,
      auto_accepted: isAuto,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
  await work.audit('invite.accepted', { kind: 'invite', id }, { teamId, detail: { type, userId, resourceId } })
  return (await inviteById(tx, id))!
}
