import { createHash } from 'node:crypto'
import type { JoinRequest } from '#contract/invites/invites.ts'
import { emailDomain } from '#kit/email-address.ts'
import { newId } from '#kit/ids.ts'
import { iso } from '#kit/time.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { countAttempt, countFrom } from '#server/platform/throttle.ts'
import { joinRequested } from './events.ts'
import { inviteIsOver } from './invite.ts'
import { memberEmails, pendingInvites } from './queries.ts'

const HOUR_SECONDS = 3600
const DAY_MS = 86_400_000
/** Admins need to read it, and then it has served its time. */
const KEPT_MS = 30 * DAY_MS

/** An office asks from one address, and not all at once. */
const PER_TEAM_AND_ADDRESS = { attempts: 5, windowSeconds: HOUR_SECONDS }
/** Past these its admins find the wishes of a day in the list, without a mail for each: strangers close nothing. */
const MAILED_A_DAY = 20

const hashed = (value: string) => createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')

/**
 * Counts what anybody may ask for without an account, by what it is about and by where it comes from: no one's inbox is
 * flooded, and no one tries many addresses. @throws too_many_requests (429), for known and unknown addresses alike
 */
export async function countAsking(posy: Posy, what: string, email: string, address: string): Promise<void> {
  await countAttempt(posy, `${what}:email:${hashed(email)}`, { attempts: 5, windowSeconds: HOUR_SECONDS })
  const perAddress = { attempts: 50, windowSeconds: HOUR_SECONDS }
  await countFrom(posy, address, perAddress, (network) => `${what}:address:${hashed(network)}`)
}

/**
 * As above, of who wants to join a team.
 * @throws too_many_requests (429), for teams that are there and teams that are not alike
 */
export async function countJoinRequest(
  posy: Posy,
  { teamId, email, address }: { teamId: string; email: string; address: string },
): Promise<void> {
  await countAsking(posy, 'join-request', email, address)
  await countFrom(posy, address, PER_TEAM_AND_ADDRESS, (network) => `join-request:team:${teamId}:${hashed(network)}`)
}

/**
 * Notes a wish to join a team, and has its admins told where the address is in the team's own domain. Everything else (a
 * team that is not there, another domain, a member, a wish of today, one that was declined) is written alike and leads nowhere.
 */
export async function requestToJoin(work: Work, { teamId, email }: { teamId: string; email: string }): Promise<void> {
  const { tx, posy } = work
  const nowMs = posy.wall.nowMs()
  const since = new Date(nowMs - DAY_MS)
  const isWelcome = await mayAsk(tx, teamId, email, since)
  const isMailed = (await wishesSince(tx, teamId, since)) < MAILED_A_DAY
  const id = newId()
  await tx
    .deleteFrom('join_request')
    .where('created_at', '<', new Date(nowMs - KEPT_MS))
    .execute()
  await tx
    .insertInto('join_request')
    .values({ id, team_id: isWelcome ? teamId : null, email, created_at: new Date(nowMs) })
    .execute()
  if (!isWelcome) return
  await work.audit('team.join-requested', { kind: 'joinRequest', id }, { teamId })
  if (isMailed) await work.emit(joinRequested, { joinRequestId: id, teamId })
}

async function wishesSince(tx: Tx, teamId: string, since: Date): Promise<number> {
  const { wishes } = await tx
    .selectFrom('join_request')
    .select((eb) => eb.fn.countAll<number>().as('wishes'))
    .where('team_id', '=', teamId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(wishes)
}

async function mayAsk(tx: Tx, teamId: string, email: string, since: Date): Promise<boolean> {
  const team = await tx
    .selectFrom('team')
    .select('id')
    .where('id', '=', teamId)
    .where('closed_at', 'is', null)
    .where('domain', '=', emailDomain(email))
    .executeTakeFirst()
  const asked = await tx
    .selectFrom('join_request')
    .select('id')
    .where('team_id', '=', teamId)
    .where('email', '=', email)
    .where((wish) => wish.or([wish('created_at', '>', since), wish('decision', '=', 'declined')]))
    .executeTakeFirst()
  const isMember = (await memberEmails(tx, teamId, [email])).size > 0
  return team !== undefined && asked === undefined && !isMember
}

/** What waits for an answer in a team, one entry an address, newest first. */
export async function openJoinRequests(posy: Posy, teamId: string): Promise<JoinRequest[]> {
  const { db, wall } = posy
  const rows = await db
    .selectFrom('join_request as wish')
    .select(['wish.id', 'wish.email', 'wish.created_at as createdAt'])
    .distinctOn('wish.email')
    .where('wish.team_id', '=', teamId)
    .where('wish.decision', 'is', null)
    .where('wish.created_at', '>', new Date(wall.nowMs() - KEPT_MS))
    .orderBy('wish.email')
    .orderBy('wish.created_at', 'desc')
    .execute()
  const emails = rows.map(({ email }) => email)
  const members = await memberEmails(db, teamId, emails)
  const invites = await pendingInvites(db, { teamId, type: 'participant', emails })
  const invited = new Set(invites.filter((invite) => !inviteIsOver(posy, invite)).map(({ email }) => email))
  return rows
    .filter(({ email }) => !members.has(email) && !invited.has(email))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ id, email, createdAt }) => ({ id, teamId, emailAddress: email, dateCreated: iso(createdAt) }))
}
