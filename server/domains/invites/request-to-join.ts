import { createHash } from 'node:crypto'
import { newId } from '#server/kit/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { joinRequested } from './events.ts'
import { memberEmails } from './queries.ts'

const HOUR_SECONDS = 3600
const DAY_MS = 86_400_000
/** Admins need to read it, and then it has served its time. */
const KEPT_MS = 30 * DAY_MS

const hashed = (value: string) => createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')

/**
 * Counts what anybody may ask for without an account, by what it is about and by where it comes from: nobody's inbox is
 * flooded, and nobody tries many addresses. @throws too_many_requests (429), for known and unknown addresses alike
 */
export async function countAsking(posy: Posy, what: string, email: string, address: string): Promise<void> {
  await countAttempt(posy, `${what}:email:${hashed(email)}`, { attempts: 5, windowSeconds: HOUR_SECONDS })
  await countAttempt(posy, `${what}:address:${hashed(address)}`, { attempts: 50, windowSeconds: HOUR_SECONDS })
}

/**
 * Notes a wish to join a team, and has its admins told where the address is in the team's own domain. Everything else (a
 * team that is not there, another domain, a member, a wish of today) is written alike and leads nowhere.
 */
export async function requestToJoin(work: Work, { teamId, email }: { teamId: string; email: string }): Promise<void> {
  const { tx, posy } = work
  const nowMs = posy.wall.nowMs()
  const isWelcome = await mayAsk(tx, teamId, email, new Date(nowMs - DAY_MS))
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
  await work.emit(joinRequested, { joinRequestId: id, teamId })
}

async function mayAsk(tx: Tx, teamId: string, email: string, since: Date): Promise<boolean> {
  const team = await tx
    .selectFrom('team')
    .select('id')
    .where('id', '=', teamId)
    .where('closed_at', 'is', null)
    .where('domain', '=', email.slice(email.lastIndexOf('@') + 1))
    .executeTakeFirst()
  const asked = await tx
    .selectFrom('join_request')
    .select('id')
    .where('team_id', '=', teamId)
    .where('email', '=', email)
    .where('created_at', '>', since)
    .executeTakeFirst()
  const isMember = (await memberEmails(tx, teamId, [email])).size > 0
  return team !== undefined && asked === undefined && !isMember
}
