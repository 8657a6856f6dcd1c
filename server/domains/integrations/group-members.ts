import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { findLinkedAccount } from './queries.ts'

/** Someone in a group, as other domains know them. */
export interface GroupMember {
  /** The provider's id. */
  id: string
  name: string
  workEmail: string | null
  status: 'active' | 'pending'
}

interface Group {
  linkedAccountId: string
  groupId: string
}

const fullName = sql<string>`trim(first_name || ' ' || surname)`

/** Everyone in a group who works there or is about to, by name; those who have left are in none. */
export async function groupMembers(db: Db | Tx, { linkedAccountId, groupId }: Group): Promise<GroupMember[]> {
  return db
    .selectFrom('linked_employee')
    .select(['id', 'work_email as workEmail', 'status'])
    .select(fullName.as('name'))
    .where('linked_account_id', '=', linkedAccountId)
    .where(sql<boolean>`group_ids @> array[${groupId}]`)
    .where('status', '<>', 'inactive')
    .orderBy('surname')
    .orderBy('first_name')
    .orderBy('id')
    .$narrowType<{ status: 'active' | 'pending' }>()
    .execute()
}

/** Someone who works there, with the dates on which they may be celebrated. */
export interface Colleague {
  /** The provider's id. */
  id: string
  name: string
  workEmail: string | null
  birthday: string | null
  startDate: string | null
}

/** Everyone who works there now, of a group or of the whole system, by name; or one of them. */
export async function colleagues(
  db: Db | Tx,
  { linkedAccountId, groupId, id }: { linkedAccountId: string; groupId: string | null; id?: string },
): Promise<Colleague[]> {
  let query = db
    .selectFrom('linked_employee')
    .select(['id', 'work_email as workEmail', 'birthday', 'start_date as startDate'])
    .select(fullName.as('name'))
    .where('linked_account_id', '=', linkedAccountId)
    .where('status', '=', 'active')
    .orderBy('surname')
    .orderBy('first_name')
    .orderBy('id')
  if (groupId !== null) query = query.where(sql<boolean>`group_ids @> array[${groupId}]`)
  if (id !== undefined) query = query.where('id', '=', id)
  return query.execute()
}

/** The team that a system of the caller's is connected to, and when its people were last read. @throws not_found (404) */
export async function linkedAccountInScope(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  id: string,
): Promise<{ teamId: string; lastSyncedAt: Date | null }> {
  const account = found(await findLinkedAccount(db, caller, id), 'linked account')
  return { teamId: account.team_id, lastSyncedAt: account.last_synced_at }
}

/** What people are called, by the provider's id; those whom the system no longer tells of are left out. */
export async function employeeNames(
  db: Db | Tx,
  linkedAccountId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('linked_employee')
    .select('id')
    .select(fullName.as('name'))
    .where('linked_account_id', '=', linkedAccountId)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A group's name, in a system that the caller's team connected; null where there is no such group. @throws not_found (404) */
export async function linkedGroupInScope(
  db: Db | Tx,
  caller: Principal,
  { linkedAccountId, groupId }: Group,
): Promise<string | null> {
  const account = found(await findLinkedAccount(db, caller, linkedAccountId), 'linked account')
  const group = await db
    .selectFrom('linked_group')
    .select('name')
    .where('linked_account_id', '=', account.id)
    .where('id', '=', groupId)
    .executeTakeFirst()
  return group?.name ?? null
}
