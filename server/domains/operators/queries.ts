import { type RawBuilder, sql } from 'kysely'
import type { OperatorRole } from '#contract/core/operators.ts'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { Program } from '#contract/operator/programs.ts'
import type { ApprovalStatus } from '#contract/orders/approvals.ts'
import { isoOrNull } from '#kit/time.ts'
import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { CHALLENGE_MS, IDLE_MS, type OperatorRecord, SESSION_MS } from './operator.ts'

/** Who acted in a team, as operators read it: a person’s address; of a program or a key, whose user has none, its name. */
export const nameOfUser = (alias: string) => sql<string>`case when ${sql.ref(`${alias}.is_service`)}
  then coalesce(nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.surname`)}), ''), 'A program')
  else ${sql.ref(`${alias}.email`)} end`

/** When a program asked last, as far back as requests are kept; of a till in a browser, whose requests are not, when it was used. */
const lastAsked = sql<Date | null>`greatest(
  (select at from api_request where client_id = client.id order by id desc limit 1),
  (select last_used_at from till_sign_in where client_id = client.id))`

const programs = (db: Db | Tx) =>
  db
    .selectFrom('client')
    .leftJoin('team', 'team.id', 'client.team_id')
    .leftJoin('brand', 'brand.id', 'client.brand_id')
    .leftJoin('team_member as member', (join) =>
      join.onRef('member.user_id', '=', 'client.service_user_id').onRef('member.team_id', '=', 'client.team_id'),
    )
    .select(['client.id', 'client.name', 'client.team_id as teamId', 'member.role_group_id as roleGroupId'])
    .select(['team.name as teamName', 'brand.id as brandId', 'brand.name as brandName'])
    .select(lastAsked.as('lastAskedAt'))
    .select(sql<string>`coalesce(team.name, brand.name, '')`.as('where'))
    .select((eb) => eb('client.revoked_at', 'is', null).$castTo<boolean>().as('isActive'))
    .$narrowType<{ roleGroupId: RoleGroup | null }>()
    .where('client.kind', 'in', ['customer', 'merchant'])

/** A program of a customer's or of a merchant's tills. */
export const customerProgram = (db: Db | Tx, id: string) => programs(db).where('client.id', '=', id).executeTakeFirst()

/** Those of a team or of a merchant, by name. */
export async function listPrograms(db: Db, whose: { teamId: string } | { brandId: string }): Promise<Program[]> {
  const rows = await programs(db)
    .$if('teamId' in whose, (query) => query.where('client.team_id', '=', 'teamId' in whose ? whose.teamId : ''))
    .$if('brandId' in whose, (query) => query.where('client.brand_id', '=', 'brandId' in whose ? whose.brandId : ''))
    .orderBy('client.name')
    .orderBy('client.id')
    .execute()
  return rows.map(serializeProgram)
}

export const serializeProgram = ({
  id,
  name,
  roleGroupId,
  isActive,
  lastAskedAt,
  hint = null,
}: Omit<Program, 'lastAskedAt' | 'hint'> & { lastAskedAt: Date | null; hint?: string | null }): Program => ({
  ...{ id, name, roleGroupId, isActive, hint, lastAskedAt: isoOrNull(lastAskedAt) },
})

/** How long an API key that was stopped is still shown: as long as what it asked is kept. */
const STOPPED_KEY_DAYS = 30

interface KeyRow extends Omit<Program, 'lastAskedAt'> {
  lastAskedAt: Date | null
  teamId: string
  teamName: string
}

async function keyRows(db: Db, now: Date, condition: RawBuilder<unknown>): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select key.id, key.name, key.hint, member.role_group_id as "roleGroupId", key.last_used_at as "lastAskedAt",
      key.revoked_at is null and coalesce(key.expires_at > ${now}::timestamptz, true) as "isActive", team.id as "teamId", team.name as "teamName"
    from api_key key join team on team.id = key.team_id
    left join team_member member on member.user_id = key.user_id and member.team_id = key.team_id
    where ${condition} order by key.created_at desc, key.id`.execute(db)
  return rows
}

/** API keys of a team: those that work, and those that were stopped lately. */
export const listTeamKeys = async (db: Db, teamId: string, now: Date): Promise<Program[]> =>
  (
    await keyRows(
      db,
      now,
      sql`key.team_id = ${teamId} and coalesce(key.revoked_at > ${now}::timestamptz - make_interval(days => ${STOPPED_KEY_DAYS}), true)`,
    )
  ).map(serializeProgram)

export const teamKey = async (db: Db, id: string, now: Date): Promise<KeyRow | undefined> =>
  (await keyRows(db, now, sql`key.id = ${id}::uuid`))[0]

interface ApprovalRow {
  id: string
  orderId: string
  status: ApprovalStatus
  title: string | null
  productName: string
  quantity: number
  totalPence: number
  currency: string
  reason: 'order' | 'day'
  limitPence: number
  teamId: string
  team: string
  userId: string
  buyer: string
  askedAt: Date
  endsAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  note: string | null
  purchaseId: string | null
}

/** Orders that wait for approval, or did, the newest first. */
export async function approvalRows(db: Db, condition: RawBuilder<unknown>, limit: number, isBack: boolean) {
  const order = sql.raw(isBack ? 'asc' : 'desc')
  const { rows } = await sql<ApprovalRow>`
    select approval.id, approval.order_id as "orderId", approval.status, draft.name as title, coalesce(product.name, '') as "productName",
      (approval.quote->>'quantity')::int as quantity, approval.total as "totalPence", approval.currency, approval.reason,
      approval.limit_pence as "limitPence", team.id as "teamId", team.name as team, buyer.id as "userId", ${nameOfUser('buyer')} as buyer,
      approval.asked_at as "askedAt", approval.ends_at as "endsAt", approval.decided_at as "decidedAt",
      case when decider.id is not null then ${nameOfUser('decider')} end as "decidedBy", approval.note, approval.transaction_id as "purchaseId"
    from approval join team on team.id = approval.team_id join basket draft on draft.id = approval.order_id
    join app_user buyer on buyer.id = approval.user_id left join app_user decider on decider.id = approval.decided_by
    left join product on product.id = draft.product_id
    where ${condition} order by approval.id ${order} limit ${limit}`.execute(db)
  return rows
}

const columns = ['operator.id', 'operator.email', 'operator.name', 'operator.role'] as const

/** Those who are not deactivated. */
const active = (db: Db | Tx) =>
  db
    .selectFrom('operator')
    .select(columns)
    .$narrowType<{ role: OperatorRole }>()
    .where('operator.deactivated_at', 'is', null)

export const hasActiveOperator = async (db: Db | Tx, role: OperatorRole): Promise<boolean> =>
  (await active(db).where('role', '=', role).limit(1).executeTakeFirst()) !== undefined

export const operatorByEmail = async (db: Db | Tx, email: string) =>
  (await active(db)
    .select(['password_hash as passwordHash', 'sealed_secret as sealedSecret'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()) ?? null

/** The browser's mark where this operator has signed in with it before, or chosen a password by a link there; else null. */
export async function knownOperatorDevice(
  db: Db | Tx,
  { email, device }: { email: string; device: string | undefined },
): Promise<string | null> {
  if (!device) return null
  const known = await active(db)
    .innerJoin('operator_device as device', 'device.operator_id', 'operator.id')
    .select('device.device_hash as deviceHash')
    .where('operator.email', '=', email.trim().toLowerCase())
    .where('device.device_hash', '=', hashSecret(device))
    .executeTakeFirst()
  return known?.deviceHash ?? null
}

/** Holds an operator as they are until the transaction ends. @throws unauthenticated (401) once they are deactivated */
export async function lockOperator(tx: Tx, id: string): Promise<void> {
  if (!(await active(tx).where('id', '=', id).forUpdate().executeTakeFirst()))
    throw new Problem('unauthenticated', 'This needs an operator who is signed in.')
}

/** All there ever were, the newest first. */
export const operators = (db: Db | Tx) =>
  db
    .selectFrom('operator')
    .select(columns)
    .$narrowType<{ role: OperatorRole }>()
    .select((eb) => [
      eb('deactivated_at', 'is', null).$castTo<boolean>().as('isActive'),
      eb('sealed_secret', 'is not', null).$castTo<boolean>().as('hasSecondFactor'),
    ])
    .orderBy('id', 'desc')
    .execute()

/** Whose one-time link it is, while it works. */
export const operatorByLink = async (db: Db | Tx, token: string, nowMs: number): Promise<OperatorRecord | null> =>
  (await active(db)
    .where('link_hash', '=', hashSecret(token))
    .where('link_expires_at', '>', new Date(nowMs))
    .executeTakeFirst()) ?? null

const notEnded = (db: Db | Tx) =>
  active(db)
    .innerJoin('operator_session as session', 'session.operator_id', 'operator.id')
    .select(['session.id as sessionId', 'session.last_used_at as lastUsedAt'])
    .where('session.ended_at', 'is', null)

const sessions = (db: Db | Tx, token: string) => notEnded(db).where('session.token_hash', '=', hashSecret(token))

/** The sign-in that waits for its second step. */
export const waitingSignIn = async (db: Db | Tx, challenge: string, nowMs: number) =>
  (await sessions(db, challenge)
    .select(['operator.sealed_secret as sealedSecret', 'session.offered_secret as offeredSecret'])
    .where('session.second_step_at', 'is', null)
    .where('session.opened_at', '>', new Date(nowMs - CHALLENGE_MS))
    .executeTakeFirst()) ?? null

const lasting = (query: ReturnType<typeof notEnded>, nowMs: number) =>
  query
    .where('session.second_step_at', 'is not', null)
    .where('session.opened_at', '>', new Date(nowMs - SESSION_MS))
    .where('session.last_used_at', '>', new Date(nowMs - IDLE_MS))
    .executeTakeFirst()

/** Whose session it is, while it lasts. */
export const findOpenSession = async (db: Db | Tx, token: string, nowMs: number) =>
  (await lasting(sessions(db, token), nowMs)) ?? null

export const isOperatorSignedIn = async (db: Db | Tx, sessionId: string, now: Date): Promise<boolean> =>
  (await lasting(notEnded(db).where('session.id', '=', sessionId), now.getTime())) !== undefined

/** Those who may confirm what another asked for: finance or owner, with a second factor. */
const confirming = (db: Db | Tx) =>
  active(db).where('role', 'in', ['finance', 'owner']).where('sealed_secret', 'is not', null)

/** Whether anyone may confirm, other than the one named. */
export const hasOtherOperators = async (db: Db | Tx, email: string | null): Promise<boolean> =>
  (await confirming(db)
    .$if(email !== null, (query) => query.where('email', '<>', email!.trim().toLowerCase()))
    .executeTakeFirst()) !== undefined

/** Whether an actor is the operator of this address, and may confirm. */
export const isProvenOperator = async (db: Db | Tx, { kind, id }: Actor, email: string): Promise<boolean> =>
  kind === 'operator' &&
  id !== null &&
  (await confirming(db).where('id', '=', id).where('email', '=', email.trim().toLowerCase()).executeTakeFirst()) !==
    undefined
