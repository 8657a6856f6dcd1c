import { type RawBuilder, sql } from 'kysely'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { Scope } from '#contract/core/scopes.ts'
import { iso } from '#kit/time.ts'
import { findSignedInTill, recordApiKeyUse, TILL_TOKEN_PREFIX } from '#server/domains/identity/programs/index.ts'
import { hashSecret, readAccessToken } from '#server/domains/identity/secrets/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Actor, Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { asksForSecondStep, hasOwnSecondStep, isOwnOnly, permissionMap } from '../rights/index.ts'
import { isEmergencyAdmin } from '../team/index.ts'

/**
 * Who is calling, from a bearer token or an API key, with everything a request needs to know of them. One indexed query
 * that looks at the database as it is now: an ended session, a removed member, a deactivated user and a revoked key or
 * client are refused on their very next request. A key comes before the token of a client that acts for no one, as programs
 * send that along everywhere; a person's token, or that of a team's or merchant's own client, comes before a key.
 * @throws unauthenticated, api_key_expired (401)
 */
export async function authenticate(posy: Posy, headers: Headers): Promise<Principal> {
  const authorization = headers.get('authorization')
  const bearer = authorization?.match(/^Bearer +([\w.~+/=-]+)$/i)?.[1]
  const key = headers.get('x-huggg-api-key')
  if (bearer?.startsWith(TILL_TOKEN_PREFIX)) return byTillToken(posy, bearer)
  if (bearer) {
    const caller = await byToken(posy, bearer)
    return key && caller.kind === 'client' && !caller.teamId && !caller.brandId ? byApiKey(posy, key) : caller
  }
  if (key && !authorization) return byApiKey(posy, key)
  throw refusal('This needs a bearer token or an API key.')
}

const refusal = (message = 'The token or key is not valid, or no longer.') => new Problem('unauthenticated', message)

interface Found {
  userId: string | null
  clientId: string | null
  brandId: string | null
  onlyTeamId: string | null
  /** Null where the caller acts in no team; with `roleGroup` null they are no member of it. */
  teamId: string | null
  planId: string | null
  roleGroup: RoleGroup | null
  roleIds: string[]
  granted: string[]
  subteamIds: string[]
  deliveryMethods: string[] | null
  isPerson: boolean
  /** They are out of the budget that made the team. */
  isFormer: boolean
  /** They signed in by what is their own, without the second step that the team asks for. */
  lacksSecondStep: boolean
}

/** What is known of a key beside whom it acts as. */
interface FoundKey {
  keyId: string
  scopes: Scope[]
  expiresAt: Date | null
  lastUsedAt: Date | null
}

const NO_KEY = sql`null::uuid as key_id, null::text[] as scopes, null::timestamptz as expires_at, null::timestamptz as last_used_at`

async function byToken(posy: Posy, token: string): Promise<Principal> {
  const claims = await readAccessToken(posy, token)
  if (!claims) throw refusal()
  const found = await lookUp<Found>(
    posy,
    sql`select coalesce(s.user_id, c.service_user_id) as user_id, c.id as client_id, c.brand_id, s.user_id is not null as is_person, ${NO_KEY},
        case when s.user_id is not null then coalesce(s.method, 'password') end as method, s.only_team_id,
        case when s.user_id is null then c.team_id else ${claims.team}::uuid end as team_id
      from session s join client c on c.id = s.client_id
      where s.id = ${claims.session} and s.revoked_at is null and c.revoked_at is null and c.id = ${claims.client}`,
  )
  // A person's session answers to that person's tokens only.
  if (found.isPerson && found.userId !== claims.sub) throw refusal()
  const actor = found.isPerson
    ? ({ kind: 'user', id: claims.sub } as const)
    : ({ kind: 'client', id: claims.client } as const)
  return toPrincipal(found, { kind: actor.kind, actor, sessionId: claims.session, apiKey: null })
}

async function byTillToken(posy: Posy, token: string): Promise<Principal> {
  const till = await findSignedInTill(posy, token)
  if (!till) throw refusal()
  return {
    kind: 'client',
    actor: { kind: 'client', id: till.clientId },
    userId: null,
    sessionId: null,
    teamId: null,
    teamIds: [],
    ownOnly: false,
    role: null,
    permissions: {},
    apiKey: null,
    planId: null,
    ...till,
  }
}

/**
 * A person as a caller in one of their teams, by the rights that they have now, whichever way that team asks them to sign in.
 * @throws unauthenticated (401) where they are no member of it, deactivated, or it is
 */
export async function callerAs(
  posy: Posy,
  { userId, teamId, actor }: { userId: string; teamId: string; actor: Actor },
): Promise<Principal> {
  const found = await lookUp<Found>(
    posy,
    sql`select ${userId}::uuid as user_id, null::text as client_id, null::uuid as brand_id, true as is_person, ${NO_KEY},
        null::text as method, null::uuid as only_team_id, ${teamId}::uuid as team_id`,
  )
  return toPrincipal(found, { kind: 'user', actor, sessionId: null, apiKey: null })
}

/**
 * A person as a caller in one of their teams, in a session of theirs that lasts.
 * @throws unauthenticated (401) as with a token of it
 */
export async function callerInSession(
  posy: Posy,
  { sessionId, userId, teamId }: { sessionId: string; userId: string; teamId: string | null },
): Promise<Principal> {
  const found = await lookUp<Found>(
    posy,
    sql`select s.user_id, c.id as client_id, null::uuid as brand_id, true as is_person, ${NO_KEY},
        coalesce(s.method, 'password') as method, s.only_team_id, ${teamId}::uuid as team_id
      from session s join client c on c.id = s.client_id
      where s.id = ${sessionId} and s.user_id = ${userId} and s.revoked_at is null and c.revoked_at is null`,
  )
  return toPrincipal(found, { kind: 'user', actor: { kind: 'user', id: userId }, sessionId, apiKey: null })
}

const KEY_USE_RECORDED_MS = 60_000

async function byApiKey(posy: Posy, key: string): Promise<Principal> {
  const keyHash = hashSecret(key)
  const found = await lookUp<Found & FoundKey>(
    posy,
    sql`select k.user_id, null::text as client_id, null::uuid as brand_id, true as is_person, k.id as key_id, k.scopes, k.expires_at, k.last_used_at,
        null::text as method, null::uuid as only_team_id, k.team_id
      from api_key k where k.key_hash = ${keyHash} and k.revoked_at is null`,
  )
  const now = new Date(posy.wall.nowMs())
  const { keyId, scopes, expiresAt, lastUsedAt } = found
  // Only who has the right key learns that there was one.
  if (expiresAt && expiresAt <= now)
    throw new Problem('api_key_expired', `This API key stopped working at ${iso(expiresAt)}.`)
  const stale = new Date(now.getTime() - KEY_USE_RECORDED_MS)
  // Told to the minute: a write on every request would be dear.
  if (!lastUsedAt || lastUsedAt < stale) await recordApiKeyUse(posy.db, keyId, { at: now, unlessSince: stale })
  return toPrincipal(found, {
    kind: 'user',
    actor: { kind: 'user', id: found.userId },
    sessionId: null,
    apiKey: { id: keyId, scopes },
  })
}

/**
 * @param caller a query for at most one row: user_id, client_id, brand_id, is_person, team_id, method, only_team_id, and those of NO_KEY
 * @throws unauthenticated where there is none, its user is deactivated, no member of its team, or signed in in a way
 *   that the team does not allow
 */
async function lookUp<Row extends Found>(posy: Posy, caller: RawBuilder<unknown>): Promise<Row> {
  const { rows } = await sql<Row>`
    with caller as (${caller})
    select caller.user_id as "userId", caller.client_id as "clientId", caller.only_team_id as "onlyTeamId", caller.brand_id as "brandId", caller.is_person as "isPerson",
      caller.key_id as "keyId", caller.scopes, caller.expires_at as "expiresAt", caller.last_used_at as "lastUsedAt",
      caller.team_id as "teamId", t.plan_id as "planId", m.role_group_id as "roleGroup", m.left_at is not null as "isFormer", t.preferences->'deliveryMethods' as "deliveryMethods",
      coalesce(g.role_ids, '{}') as "roleIds", array(select unnest(r.permissions) from role r where r.id = any(g.role_ids)) as granted,
      array(select sub.id from team sub where sub.parent_team_id = t.id order by sub.id) as "subteamIds",
      coalesce(caller.method = 'password' and ${asksForSecondStep} and not ${hasOwnSecondStep(sql.ref('caller.user_id'))}, false) as "lacksSecondStep"
    from caller
    left join app_user u on u.id = caller.user_id
    left join team t on t.id = caller.team_id and t.closed_at is null and t.deactivated_at is null
    left join team parent on parent.id = t.parent_team_id
    left join team root on root.id = parent.parent_team_id
    left join lateral (
      select membership.role_group_id, membership.left_at from team_member membership
      where membership.user_id = caller.user_id
        and (membership.team_id = t.id or (membership.team_id = t.parent_team_id and membership.role_group_id = 'team-admin'))
      order by membership.role_group_id = 'team-admin' desc, membership.team_id = t.id desc
      limit 1) m on true
    left join plan_role_group g on g.plan_id = t.plan_id and g.role_group_id = m.role_group_id
    where u.deactivated_at is null
      and (caller.only_team_id is null or coalesce(caller.only_team_id in (t.id, parent.id, root.id), false))
      and (coalesce(caller.method = any(coalesce(root.auth_methods, parent.auth_methods, t.auth_methods)), true)
        or (caller.method = 'password' and ${isEmergencyAdmin(sql`caller.user_id`)}))`.execute(posy.db)
  const found = rows[0]
  if (!found || (found.teamId && !found.roleGroup)) throw refusal()
  return found
}

function toPrincipal(found: Found, who: Pick<Principal, 'kind' | 'actor' | 'sessionId' | 'apiKey'>): Principal {
  const { userId, clientId, brandId, onlyTeamId, teamId, planId, roleGroup } = found
  const ownOnly = roleGroup !== null && isOwnOnly(roleGroup)
  // Without the second step that is asked for, they are who they are and nothing more.
  if (found.lacksSecondStep && teamId)
    return {
      ...who,
      ...{
        userId,
        clientId,
        brandId,
        onlyTeamId,
        planId: null,
        teamId: null,
        teamIds: [],
        ownOnly: false,
        role: null,
        permissions: {},
      },
      lacksSecondStepFor: teamId,
    }
  return {
    ...who,
    userId,
    clientId,
    brandId,
    operator: null,
    onlyTeamId,
    teamId,
    planId,
    ownOnly,
    // A participant acts in one team only.
    teamIds: teamId === null ? [] : ownOnly ? [teamId] : [teamId, ...found.subteamIds],
    role: roleGroup === null ? null : { groupId: roleGroup, ids: found.roleIds },
    permissions: roleGroup === null ? {} : permissionMap(roleGroup, found.granted, found.deliveryMethods, found),
  }
}
