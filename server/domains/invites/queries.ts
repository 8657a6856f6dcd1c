import { sql } from 'kysely'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { InviteType } from '#contract/invites/invites.ts'
import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { businessNow, type Clocks, type InviteRecord } from './invite.ts'
import { INVITE_MS } from './tokens.ts'

const invites = (db: Db | Tx) =>
  db
    .selectFrom('team_invite')
    .select([
      'team_invite.id',
      'team_invite.team_id as teamId',
      'team_invite.type',
      'team_invite.email',
      'team_invite.role_group_id as roleGroupId',
      'team_invite.subteam_name as subteamName',
      'team_invite.automation_id as automationId',
      'team_invite.sender_id as senderId',
      'team_invite.client_id as clientId',
      'team_invite.version',
      'team_invite.token_hash as tokenHash',
      'team_invite.expires_at as expiresAt',
      'team_invite.accepted_at as acceptedAt',
      'team_invite.accepted_by as acceptedBy',
      'team_invite.accepted_resource_id as acceptedResourceId',
      'team_invite.auto_accepted as autoAccepted',
      'team_invite.cancelled_at as cancelledAt',
      'team_invite.created_at as createdAt',
      'team_invite.updated_at as updatedAt',
    ])
    .$narrowType<{ type: InviteType; roleGroupId: RoleGroup }>()

/** Every invite a caller may see: those of their teams that were not taken back. */
const inTeams = (db: Db | Tx, teamIds: readonly string[]) =>
  invites(db)
    .where('team_invite.team_id', 'in', [...teamIds])
    .where('cancelled_at', 'is', null)

/** @throws not_found (404) for foreign, missing and withdrawn alike */
export const inviteInScope = async (
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  inviteId: string,
): Promise<InviteRecord> =>
  found(await inTeams(db, caller.teamIds).where('team_invite.id', '=', inviteId).executeTakeFirst(), 'invite')

/** @throws not_found (404) where one of some invites is none that the caller may see */
export async function requireInvites(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const seen = await inTeams(db, caller.teamIds)
    .where('team_invite.id', 'in', [...ids])
    .execute()
  if (seen.length < new Set(ids).size) throw notFound('invite')
}

/** Of whichever team and in whatever state: for commands that check it themselves, under lock. */
export const lockInvite = (tx: Tx, inviteId: string): Promise<InviteRecord | undefined> =>
  invites(tx).where('team_invite.id', '=', inviteId).forUpdate().executeTakeFirst()

export const inviteById = (db: Db | Tx, inviteId: string): Promise<InviteRecord | undefined> =>
  invites(db).where('team_invite.id', '=', inviteId).executeTakeFirst()

/** Invites by id, in the order they were made. */
export const invitesByIds = async (db: Db | Tx, ids: readonly string[]): Promise<InviteRecord[]> =>
  ids.length === 0
    ? []
    : invites(db)
        .where(sql<boolean>`team_invite.id = any(${ids as string[]}::uuid[])`)
        .orderBy('team_invite.id')
        .execute()

/**
 * Of an invite by the name that a statement has for it: no one can accept it, or the last day that its email
 * named is over. That day is of the business clock, counted from the last sending.
 */
export const inviteHasEnded = (name: string, now: Date) => sql<boolean>`(${sql.ref(`${name}.accepted_at`)} is null
  and (${sql.ref(`${name}.cancelled_at`)} is not null or ${sql.ref(`${name}.updated_at`)} <= ${new Date(now.getTime() - INVITE_MS)}))`

/** Of rows of `team_invite`: they can be accepted, as `inviteState` has it. */
const isOpen = (posy: Clocks) => sql<boolean>`(accepted_at is null and cancelled_at is null
  and expires_at > ${new Date(posy.wall.nowMs())}
  and team_invite.updated_at > ${new Date(businessNow(posy).getTime() - INVITE_MS)})`

/** Which of some invites have ended, and whether they were declined. */
export async function endedInvites(
  db: Db | Tx,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, { isDeclined: boolean }>> {
  const { rows } = await sql<{ id: string; isDeclined: boolean }>`
    select i.id, i.declined_at is not null as "isDeclined"
    from team_invite i where i.id = any(${[...ids]}::uuid[]) and ${inviteHasEnded('i', now)}`.execute(db)
  return new Map(rows.map(({ id, isDeclined }) => [id, { isDeclined }]))
}

/** Those that are neither accepted nor withdrawn, expired ones among them, for some addresses. */
export const pendingInvites = (
  db: Db | Tx,
  {
    teamId,
    type,
    automationId = null,
    emails,
  }: { teamId: string; type: InviteType; automationId?: string | null; emails?: readonly string[] },
): Promise<InviteRecord[]> =>
  invites(db)
    .where('team_invite.team_id', '=', teamId)
    .where('type', '=', type)
    .where('automation_id', 'is not distinct from', automationId)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .$if(emails !== undefined, (query) =>
      query.where(sql<boolean>`team_invite.email = any(${emails as string[]}::text[])`),
    )
    .execute()

/** The invite a token opens, as long as it can be accepted; and its team's and sender's names. */
export async function openInviteByToken(posy: Posy, token: string) {
  const invite = await invites(posy.db)
    .innerJoin('team', 'team.id', 'team_invite.team_id')
    .leftJoin('app_user as sender', 'sender.id', 'team_invite.sender_id')
    .select([
      'team.name as teamName',
      'team.plan_id as planId',
      'sender.first_name as senderFirstName',
      'sender.surname as senderSurname',
      'sender.send_as_name as senderSendAsName',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('app_user')
          .select('app_user.id')
          .where((eb) => eb(eb.fn<string>('lower', ['app_user.email']), '=', eb.ref('team_invite.email')))
          .where('app_user.is_service', '=', false)
          .where('app_user.verified_email', '=', true),
      ).as('hasAccount'),
    )
    .where('token_hash', '=', hashSecret(token))
    .where(isOpen(posy))
    .where('team.closed_at', 'is', null)
    .executeTakeFirst()
  return invite ?? null
}

/** The newest open invite to an address. @param underTeamId only to that team, or to one under it, where given */
export const newestOpenInvite = (
  db: Db | Tx,
  email: string,
  posy: Clocks,
  underTeamId?: string,
): Promise<InviteRecord | undefined> =>
  invites(db)
    .$if(underTeamId !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from team t where t.id = team_invite.team_id and ${underTeamId}::uuid in (t.id, t.parent_team_id))`,
      ),
    )
    .where('team_invite.email', '=', email)
    .where(isOpen(posy))
    .orderBy('team_invite.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface InviteFilter {
  ids?: readonly string[] | undefined
  teamIds?: readonly string[] | undefined
  types?: readonly InviteType[] | undefined
  /** A part of the address. */
  emailAddress?: string | undefined
  accepted?: boolean | undefined
  expired?: boolean | undefined
}

function filtered(db: Db | Tx, caller: Pick<Principal, 'teamIds'>, filter: InviteFilter, clocks: Clocks) {
  let query = inTeams(db, caller.teamIds)
  const { ids, teamIds, types, emailAddress, accepted, expired } = filter
  if (ids) query = query.where('team_invite.id', 'in', [...ids])
  if (teamIds) query = query.where('team_invite.team_id', 'in', [...teamIds])
  if (types) query = query.where('type', 'in', [...types])
  if (emailAddress) query = query.where(sql<boolean>`strpos(team_invite.email, ${emailAddress.toLowerCase()}) > 0`)
  if (accepted !== undefined) query = query.where('accepted_at', accepted ? 'is not' : 'is', null)
  if (expired !== undefined)
    query = query.where(sql<boolean>`(accepted_at is null and not ${isOpen(clocks)}) = ${expired}`)
  return query
}

/** Invites from a place in the list, the newest first; one more than the limit, where there are more. */
export function invitePage(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  filter: InviteFilter,
  { clocks, limit, after, before }: { clocks: Clocks; limit: number; after?: string; before?: string },
): Promise<InviteRecord[]> {
  let query = filtered(db, caller, filter, clocks)
  if (before) query = query.where('team_invite.id', '>', before)
  else if (after) query = query.where('team_invite.id', '<', after)
  return query
    .orderBy('team_invite.id', before ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
}

/** One page of what a search finds, the newest first, and how many there are in all. */
export async function findInvites(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  filter: InviteFilter,
  { clocks, ...page }: { clocks: Clocks; page: number; per_page: number },
): Promise<{ invites: InviteRecord[]; total: number }> {
  const query = filtered(db, caller, filter, clocks)
  const { rows, total } = await paginate(query.orderBy('team_invite.id', 'desc'), page)
  return { invites: rows, total }
}

/** How many people a team's plan counts as participants: those who are, and those who are asked and can still accept. */
export async function participantsCounted(db: Db | Tx, teamId: string, posy: Clocks): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from team_member where team_id = ${teamId} and role_group_id in ('participant', 'automation-participant'))
      + (select count(*) from team_invite where team_id = ${teamId} and type = 'participant' and role_group_id = 'participant'
          and ${isOpen(posy)}) as count`.execute(db)
  return rows[0]!.count
}

/** As above, of subteams. */
export async function subteamsCounted(db: Db | Tx, teamId: string, posy: Clocks): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from team where parent_team_id = ${teamId} and automation_id is null and closed_at is null)
      + (select count(*) from team_invite where team_id = ${teamId} and type = 'subteam'
          and ${isOpen(posy)}) as count`.execute(db)
  return rows[0]!.count
}

/** Which of some addresses belong to members of a team, lower case. */
export async function memberEmails(db: Db | Tx, teamId: string, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(u.email) as email from team_member m join app_user u on u.id = m.user_id
    where m.team_id = ${teamId} and not u.is_service and u.deactivated_at is null and lower(u.email) = any(${emails as string[]}::text[])`.execute(
    db,
  )
  return new Set(rows.map((row) => row.email))
}
