import { sql } from 'kysely'
import type { OperatorRole } from '#contract/core/operators.ts'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { Program } from '#contract/operator/programs.ts'
import { hashSecret } from '#server/domains/identity/secrets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { CHALLENGE_MS, IDLE_MS, type OperatorRecord, SESSION_MS } from './operator.ts'

/** Who acted in a team, as operators read it: a person’s address; of a program or a key, whose user has none, its name. */
export const nameOfUser = (alias: string) => sql<string>`case when ${sql.ref(`${alias}.is_service`)}
  then coalesce(nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.surname`)}), ''), 'A program')
  else ${sql.ref(`${alias}.email`)} end`

const programs = (db: Db | Tx) =>
  db
    .selectFrom('client')
    .leftJoin('team', 'team.id', 'client.team_id')
    .leftJoin('brand', 'brand.id', 'client.brand_id')
    .leftJoin('team_member as member', (join) =>
      join.onRef('member.user_id', '=', 'client.service_user_id').onRef('member.team_id', '=', 'client.team_id'),
    )
    .select(['client.id', 'client.name', 'client.team_id as teamId', 'member.role_group_id as roleGroupId'])
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
  return rows.map(({ id, name, roleGroupId, isActive }) => ({ id, name, roleGroupId, isActive }))
}

const columns = ['operator.id', 'operator.email', 'operator.name', 'operator.role'] as const

/** Those who are not deactivated. */
const active = (db: Db | Tx) =>
  db
    .selectFrom('operator')
    .select(columns)
    .$narrowType<{ role: OperatorRole }>()
    .where('operator.deactivated_at', 'is', null)

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

const sessions = (db: Db | Tx, token: string) =>
  active(db)
    .innerJoin('operator_session as session', 'session.operator_id', 'operator.id')
    .select(['session.id as sessionId', 'session.last_used_at as lastUsedAt'])
    .where('session.token_hash', '=', hashSecret(token))
    .where('session.ended_at', 'is', null)

/** The sign-in that waits for its second step. */
export const waitingSignIn = async (db: Db | Tx, challenge: string, nowMs: number) =>
  (await sessions(db, challenge)
    .select(['operator.sealed_secret as sealedSecret', 'session.offered_secret as offeredSecret'])
    .where('session.second_step_at', 'is', null)
    .where('session.opened_at', '>', new Date(nowMs - CHALLENGE_MS))
    .executeTakeFirst()) ?? null

/** Whose session it is, while it lasts. */
export const findOpenSession = async (db: Db | Tx, token: string, nowMs: number) =>
  (await sessions(db, token)
    .where('session.second_step_at', 'is not', null)
    .where('session.opened_at', '>', new Date(nowMs - SESSION_MS))
    .where('session.last_used_at', '>', new Date(nowMs - IDLE_MS))
    .executeTakeFirst()) ?? null

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
