import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Permission, PermissionMap, RoleGroup } from '#contract/core/permissions.ts'
import type { Subteam } from '#contract/teams/teams.ts'
import { type UserRecord, userColumns } from '#server/domains/identity/users/index.ts'
import { compiledOnce } from '#server/platform/database/compiled-once.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { hasOwnSecondStep, permissionMap } from '../rights/index.ts'
import { knownTeamName } from './displayed-team-name.ts'
import { type TeamRecord, toTeam } from './team.ts'

const teams = (db: Db | Tx) =>
  db
    .selectFrom('team')
    .leftJoin('team as parent', 'parent.id', 'team.parent_team_id')
    .leftJoin('team as root', 'root.id', 'parent.parent_team_id')
    .select([
      'team.id',
      'team.name',
      'team.business_entity_name as businessEntityName',
      'team.business_trading_name as businessTradingName',
      'team.business_address as businessAddress',
      'team.plan_id as planId',
      'team.parent_team_id as parentTeamId',
      'team.automation_id as automationId',
      'team.domain',
      'team.territory',
      'team.tags',
      'team.flags',
      // A subteam follows its parent.
      sql<string[]>`coalesce(root.auth_methods, parent.auth_methods, team.auth_methods)`.as('authMethods'),
      'team.reason_codes as reasonCodes',
      'team.preferences',
      'team.credit_limit as creditLimitPence',
      'team.created_at as createdAt',
      'team.updated_at as updatedAt',
      'team.closed_at as closedAt',
      'parent.reason_codes as parentReasonCodes',
      'parent.preferences as parentPreferences',
    ])

const hasId = (ids: readonly string[]) => sql<SqlBool>`team.id = any(${ids}::uuid[])`

const teamsWithIds = compiledOnce((db: Db | Tx, { ids }: { ids: readonly string[] }) =>
  teams(db).where(hasId(ids)).orderBy('team.name').orderBy('team.id'),
)

/** Teams by id, of anyone, in the order of their names; the missing are left out. */
export async function teamsByIds(db: Db | Tx, ids: readonly string[]): Promise<TeamRecord[]> {
  if (ids.length === 0) return []
  return (await teamsWithIds(db, { ids })).map(toTeam)
}

/** What teams allow themselves and their budgets allow them, by team. */
export async function preferencesOfTeams(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, TeamRecord['preferences']>> {
  return new Map((await teamsByIds(db, ids)).map((team) => [team.id, team.preferences]))
}

/** A team with its subteams by name. Participants' teams of a budget are not subteams. */
export type ParentTeam = TeamRecord & { subteams: Subteam[] }

const parentTeams = (db: Db | Tx) =>
  teams(db)
    .select(
      sql<Subteam[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', sub.id, 'name', sub.name, 'planId', sub.plan_id, 'parentTeamId', sub.parent_team_id)
          order by sub.name, sub.id)
        from team sub
        where sub.parent_team_id = team.id and sub.automation_id is null and sub.closed_at is null), '[]')`.as(
        'subteams',
      ),
    )
    .orderBy('team.name')
    .orderBy('team.id')

/** As teamsByIds, each with its subteams. */
export async function teamsWithSubteams(db: Db | Tx, ids: readonly string[]): Promise<ParentTeam[]> {
  if (ids.length === 0) return []
  const rows = await parentTeams(db).where(hasId(ids)).execute()
  return rows.map(({ subteams, ...team }) => ({ ...toTeam(team), subteams }))
}

/** Of a membership `m` and a team `t`: whose it is can act in the team, as a member or as team admin of its parent. */
const canAct = sql<SqlBool>`(t.id = m.team_id or (t.parent_team_id = m.team_id and t.automation_id is null and m.role_group_id = 'team-admin'))`

const teamsActedIn = compiledOnce((db: Db | Tx, { userId, only }: { userId: string; only: readonly string[] | null }) =>
  parentTeams(db)
    .innerJoin('plan', 'plan.id', 'team.plan_id')
    .select('plan.client_id as clientId')
    .where(
      sql<SqlBool>`team.id in (select t.id from team_member m join team t on ${canAct} where m.user_id = ${userId} and t.closed_at is null and t.deactivated_at is null)`,
    )
    .where(sql<SqlBool>`coalesce(team.id = any(${only}::uuid[]), true)`),
)

/**
 * The teams someone can act in, as loadRights has them, with the client their plan is of; in the order of their names.
 * @param only these, where given
 */
export async function teamsOfUser(
  db: Db | Tx,
  userId: string,
  only: readonly string[] | null,
): Promise<{ team: ParentTeam; clientId: string | null }[]> {
  const rows = await teamsActedIn(db, { userId, only })
  return rows.map(({ subteams, clientId, ...team }) => ({ team: { ...toTeam(team), subteams }, clientId }))
}

export async function teamNamesOfUser(db: Db | Tx, userId: string): Promise<string[]> {
  const teams = await db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select('team.name')
    .where('team_member.user_id', '=', userId)
    .execute()
  return teams.map(({ name }) => name)
}

/** The teams a caller's session is good for; null where that is all of their teams. */
export async function teamsOpenTo(
  db: Db | Tx,
  { onlyTeamId, userId }: Pick<Principal, 'onlyTeamId' | 'userId'>,
): Promise<string[] | null> {
  if (!onlyTeamId || !userId) return null
  const rights = await loadRights(db, userId)
  return rights.filter(({ line }) => line.includes(onlyTeamId)).map(({ teamId }) => teamId)
}

/** The teams that someone is a member of and no one can act in; an allowance's by the name of the organisation around it. */
export async function deactivatedTeamsOfUser(
  db: Db | Tx,
  userId: string,
): Promise<{ id: string; name: string; since: Date }[]> {
  const { rows } = await sql<{ id: string; name: string; since: Date }>`
    select team.id, ${knownTeamName} as name, team.deactivated_at as since
    from team_member as member join team on team.id = member.team_id
    where member.user_id = ${userId} and team.deactivated_at is not null and team.closed_at is null
    order by name, team.id`.execute(db)
  return rows
}

/** A team of anyone: scope it before it reaches a caller. @throws not_found (404) */
export const teamById = async (db: Db | Tx, teamId: string): Promise<TeamRecord> =>
  found((await teamsByIds(db, [teamId]))[0], 'team')

/** The caller's team or one of its subteams, unless it was deleted. @throws not_found (404) for foreign and missing alike */
export async function teamInScope(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  teamId: string,
): Promise<TeamRecord> {
  if (!caller.teamIds.includes(teamId)) throw notFound('team')
  const team = await teamById(db, teamId)
  if (team.closedAt) throw notFound('team')
  return team
}

/** Of a team `t` with its `parent` and `root`: whether a user is the one whose password counts there in an emergency. */
export const isEmergencyAdmin = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
      select from emergency_admin e
      join team_member of on of.team_id = e.team_id and of.user_id = e.user_id and of.role_group_id = 'team-admin'
      where e.user_id = ${userId} and e.team_id = coalesce(root.id, parent.id, t.id)
        and ${hasOwnSecondStep(sql.ref('e.user_id'))})`

export interface Rights {
  teamId: string
  planId: string
  roleGroupId: RoleGroup
  roleIds: string[]
  permissions: PermissionMap
  /** How people may sign in to act in it: what is under a team follows it. */
  authMethods: string[]
  /** May sign in with a password and a second step all the same. */
  isEmergencyAdmin: boolean
  /** The team and those above it. */
  line: string[]
  /** When the membership began. */
  since: Date
  /** They are out of the budget that made the team, and keep the gifts they sent there. */
  isFormer: boolean
  planIsActive: boolean
  client: { id: string; name: string; baseHighballUrl: string | null } | null
}

/**
 * The teams someone can act in, each with what they may do there: as a member, or as team admin of the parent (which
 * outranks a membership of the subteam itself). Oldest membership first, those of budgets that they are out of last.
 * @param teamIds only these, where given
 */
export async function loadRights(db: Db | Tx, userId: string, teamIds?: readonly string[]): Promise<Rights[]> {
  const only = teamIds ? sql`and t.id = any(${[...teamIds]}::uuid[])` : sql``
  const { rows } = await sql<
    Omit<Rights, 'permissions' | 'client'> & {
      granted: string[]
      deliveryMethods: string[] | null
      clientId: string | null
      clientName: string
      baseHighballUrl: string | null
    }
  >`
    select distinct on (t.id) t.id as "teamId", t.plan_id as "planId", m.role_group_id as "roleGroupId", m.left_at is not null as "isFormer", m.created_at as since, coalesce(root.auth_methods, parent.auth_methods, t.auth_methods) as "authMethods", array_remove(array[t.id, parent.id, root.id], null) as line,
      ${isEmergencyAdmin(sql`${userId}::uuid`)} as "isEmergencyAdmin", t.preferences->'deliveryMethods' as "deliveryMethods",
      coalesce(g.role_ids, '{}') as "roleIds", p.is_active as "planIsActive", c.id as "clientId", c.name as "clientName", c.base_highball_url as "baseHighballUrl",
      array(select unnest(r.permissions) from role r where r.id = any(g.role_ids)) as granted
    from team_member m
    join team t on ${canAct}
    left join team parent on parent.id = t.parent_team_id
    left join team root on root.id = parent.parent_team_id
    join plan p on p.id = t.plan_id
    left join plan_role_group g on g.plan_id = t.plan_id and g.role_group_id = m.role_group_id
    left join client c on c.id = p.client_id
    where m.user_id = ${userId} and t.closed_at is null and t.deactivated_at is null ${only}
    order by t.id, m.role_group_id = 'team-admin' desc, t.id = m.team_id desc`.execute(db)
  return rows
    .map(({ granted, deliveryMethods, clientId, clientName, baseHighballUrl, ...row }) => ({
      ...row,
      permissions: permissionMap(row.roleGroupId, granted, deliveryMethods, row),
      client: clientId === null ? null : { id: clientId, name: clientName, baseHighballUrl },
    }))
    .sort(
      (a, b) =>
        Number(a.isFormer) - Number(b.isFormer) ||
        a.since.getTime() - b.since.getTime() ||
        (a.teamId < b.teamId ? -1 : 1),
    )
}

/** What someone may do in a team, or null where they cannot act in it. */
export const loadPermissions = async (
  db: Db | Tx,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<Rights | null> => (await loadRights(db, userId, [teamId]))[0] ?? null

/**
 * Those of the teams whose plan grants a permission at all, that is to its team admins: for what concerns the team
 * rather than a person, such as refunds of expired gifts.
 */
export async function teamsGranted(
  db: Db | Tx,
  teamIds: readonly string[],
  permission: Permission,
): Promise<Set<string>> {
  if (teamIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select t.id from team t
    join plan_role_group g on g.plan_id = t.plan_id and g.role_group_id = 'team-admin'
    where t.id = any(${[...new Set(teamIds)]}::uuid[])
      and exists (select from role r where r.id = any(g.role_ids) and ${permission} = any(r.permissions))`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** As teamsGranted, for one team. */
export const teamHolds = async (db: Db | Tx, teamId: string, permission: Permission): Promise<boolean> =>
  (await teamsGranted(db, [teamId], permission)).has(teamId)

export interface TeamMember extends UserRecord {
  roleGroupId: RoleGroup
  joinedAt: Date
  /** Their own, not a provider's. */
  hasSecondStep: boolean
}

const members = (db: Db | Tx, teamId: string) =>
  db
    .selectFrom('team_member')
    .innerJoin('app_user', 'app_user.id', 'team_member.user_id')
    .where('team_member.team_id', '=', teamId)
    .where('app_user.is_service', '=', false)
    .where('app_user.deactivated_at', 'is', null)

const asMembers = (query: ReturnType<typeof members>) =>
  query
    .select([...userColumns, 'team_member.role_group_id as roleGroupId', 'team_member.created_at as joinedAt'])
    .select(hasOwnSecondStep(sql.ref('app_user.id')).as('hasSecondStep'))
    .$narrowType<{ roleGroupId: RoleGroup }>()
    .orderBy('app_user.first_name')
    .orderBy('app_user.surname')
    .orderBy('app_user.id')

/** Someone in a team; people only. @throws not_found (404) */
export const getMember = async (db: Db | Tx, teamId: string, userId: string): Promise<TeamMember> =>
  found(await asMembers(members(db, teamId).where('app_user.id', '=', userId)).executeTakeFirst(), 'user')

/** One page of the people in a team by name, and how many there are. Service users are not people. */
export async function listMembers(
  db: Db | Tx,
  teamId: string,
  page: { page: number; per_page: number },
): Promise<{ members: TeamMember[]; total: number }> {
  const { rows, total } = await paginate(asMembers(members(db, teamId)), page)
  return { members: rows, total }
}

/**
 * The people who look after a team: its team admins; of a subteam also its subteam admins, or the parent's team admins
 * where it has no one of its own.
 */
export async function listAdmins(db: Db | Tx, teamId: string): Promise<TeamMember[]> {
  const own = await asMembers(
    members(db, teamId).where('role_group_id', 'in', ['team-admin', 'subteam-admin']),
  ).execute()
  if (own.length) return own
  const team = await db.selectFrom('team').select('parent_team_id').where('id', '=', teamId).executeTakeFirst()
  return team?.parent_team_id
    ? asMembers(members(db, team.parent_team_id).where('role_group_id', '=', 'team-admin')).execute()
    : []
}

/** A user who is the caller, or who can be seen in the caller's teams. @throws not_found (404) */
export async function userInScope(
  db: Db | Tx,
  caller: Pick<Principal, 'userId' | 'teamIds' | 'ownOnly'>,
  userId: string,
): Promise<UserRecord> {
  const query = db.selectFrom('app_user').select(userColumns).where('app_user.id', '=', userId)
  if (caller.userId === userId) return found(await query.executeTakeFirst(), 'user')
  if (caller.ownOnly || caller.teamIds.length === 0) throw notFound('user')
  const inTeams = query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('team_member')
        .select('team_id')
        .whereRef('team_member.user_id', '=', 'app_user.id')
        .where('team_member.team_id', 'in', [...caller.teamIds]),
    ),
  )
  return found(await inTeams.executeTakeFirst(), 'user')
}
