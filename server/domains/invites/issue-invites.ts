import { sql } from 'kysely'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { InviteType } from '#contract/invites/invites.ts'
import { newId } from '#kit/ids.ts'
import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { countInviteMails } from './count-mails.ts'
import { invitesIssued } from './events.ts'
import { inviteIsOver } from './invite.ts'
import { pendingInvites } from './queries.ts'
import { firstReminder } from './remind-invites.ts'
import { deriveInviteToken, INVITE_MS } from './tokens.ts'

export interface WantedInvite {
  /** Lower case. */
  email: string
  roleGroupId: RoleGroup
  subteamName: string | null
  /** Of the request, to be named where it is refused. */
  row?: number
}

export interface IssuedRow {
  email: string
  inviteId: string
  outcome: 'invited' | 'already-invited'
}

export interface Issue {
  teamId: string
  type: InviteType
  automationId: string | null
  senderId: string | null
  clientId?: string | null
  /** Each address once. */
  wanted: readonly WantedInvite[]
}

/**
 * Writes invites and has them mailed, a thousand in a few statements. The caller holds the team's row locked, so
 * that no one else invites there meanwhile. An invite that still holds is left alone; an outlived one is renewed.
 * @throws as countInviteMails
 * @returns one row per wanted address, in order
 */
export async function issueInvites(work: Work, issue: Issue): Promise<IssuedRow[]> {
  const emails = issue.wanted.map(({ email }) => email)
  const pending = new Map((await pendingInvites(work.tx, { ...issue, emails })).map((invite) => [invite.email, invite]))
  const isRenewed = (email: string) => pending.has(email) && inviteIsOver(work.posy, pending.get(email)!)
  const fresh = issue.wanted.filter(({ email }) => !pending.has(email)).map((one) => ({ ...one, id: newId() }))
  const renewed = issue.wanted.filter(({ email }) => isRenewed(email))

  const isBudget = issue.type === 'automation-participant'
  await countInviteMails(work, { teamId: issue.teamId, isBudget, to: [...fresh, ...renewed] })
  await insertInvites(work, issue, fresh)
  await renewInvites(
    work,
    renewed.map((one) => ({ ...one, id: pending.get(one.email)!.id, version: pending.get(one.email)!.version + 1 })),
    issue.senderId,
  )
  const freshIds = new Map(fresh.map(({ email, id }) => [email, id]))
  const rows = emails.map((email): IssuedRow => {
    const inviteId = freshIds.get(email) ?? pending.get(email)!.id
    return { email, inviteId, outcome: freshIds.has(email) || isRenewed(email) ? 'invited' : 'already-invited' }
  })
  const inviteIds = rows.filter(({ outcome }) => outcome === 'invited').map((row) => row.inviteId)
  if (inviteIds.length > 0) {
    const detail = { type: issue.type, count: inviteIds.length, automationId: issue.automationId }
    await work.audit('invites.sent', { kind: 'team', id: issue.teamId }, { teamId: issue.teamId, detail })
    await work.emit(invitesIssued, { inviteIds })
  }
  return rows
}

async function insertInvites(
  { tx, at, posy }: Work,
  { teamId, type, automationId, senderId, clientId = null }: Issue,
  fresh: readonly (WantedInvite & { id: string })[],
): Promise<void> {
  if (fresh.length === 0) return
  const expires = new Date(posy.wall.nowMs() + INVITE_MS)
  const rows = fresh.map(({ id, email, roleGroupId, subteamName }) => ({
    id,
    email,
    role_group_id: roleGroupId,
    subteam_name: subteamName,
    token_hash: hashSecret(deriveInviteToken(posy, { id, version: 1 })),
  }))
  await sql`
    insert into team_invite (id, team_id, type, email, role_group_id, automation_id, subteam_name, sender_id, client_id, token_hash, expires_at, remind_at, created_at, updated_at)
    select wanted.id, ${teamId}, ${type}, wanted.email, wanted.role_group_id, ${automationId}::uuid, wanted.subteam_name, ${senderId}::uuid, ${clientId}::text,
      wanted.token_hash, ${expires}, ${type === 'automation-participant' ? firstReminder(at) : null}::timestamptz, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (id uuid, email text, role_group_id text, subteam_name text, token_hash text)`.execute(
    tx,
  )
}

/** A new token, a new expiry and reminders from the first on; the old token stops working. What the invite is for may have changed with it. */
export async function renewInvites(
  { tx, at, posy }: Work,
  renewed: readonly (WantedInvite & { id: string; version: number })[],
  senderId: string | null,
): Promise<void> {
  if (renewed.length === 0) return
  const expires = new Date(posy.wall.nowMs() + INVITE_MS)
  const rows = renewed.map(({ id, version, roleGroupId, subteamName }) => ({
    id,
    version,
    role_group_id: roleGroupId,
    subteam_name: subteamName,
    token_hash: hashSecret(deriveInviteToken(posy, { id, version })),
  }))
  await sql`
    update team_invite as invite set version = wanted.version, token_hash = wanted.token_hash, role_group_id = wanted.role_group_id,
      subteam_name = wanted.subteam_name, sender_id = coalesce(${senderId}::uuid, invite.sender_id), expires_at = ${expires},
      reminders = 0, remind_at = case when invite.type = 'automation-participant' then ${firstReminder(at)}::timestamptz end, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (id uuid, version integer, role_group_id text, subteam_name text, token_hash text)
    where invite.id = wanted.id and invite.version < wanted.version and invite.accepted_at is null and invite.cancelled_at is null`.execute(
    tx,
  )
}
