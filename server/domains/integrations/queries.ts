import { type Selectable, sql } from 'kysely'
import type { EmployeeGroup, LinkedAccount } from '#contract/integrations/integrations.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { LinkedAccountTable } from '#server/platform/database/schema.ts'
import type { Principal } from '#server/platform/principal.ts'

export type AccountRecord = Selectable<LinkedAccountTable> & {
  people: number
  unknown_statuses: LinkedAccount['unknownStatuses']
}

const accounts = (db: Db | Tx) =>
  db
    .selectFrom('linked_account as account')
    .selectAll('account')
    .select(
      sql<number>`(select count(*)::int from linked_employee where linked_account_id = account.id and status = 'active')`.as(
        'people',
      ),
    )
    .select(
      sql<
        LinkedAccount['unknownStatuses']
      >`(select coalesce(jsonb_agg(told order by told.people desc, told.word), '[]') from (
        select status_word as word, count(*)::int as people from linked_employee
        where linked_account_id = account.id and status_word is not null group by 1 order by 2 desc, 1 limit 20) as told)`.as(
        'unknown_statuses',
      ),
    )

export const serializeAccount = (row: AccountRecord): LinkedAccount => ({
  id: row.id,
  teamId: row.team_id,
  category: row.category,
  integrationSlug: row.integration_slug,
  integrationName: row.integration_name,
  status: row.status,
  people: row.people,
  unknownStatuses: row.unknown_statuses,
  lastSyncedAt: isoOrNull(row.last_synced_at),
  nextSyncAt: row.status === 'active' ? isoOrNull(row.sync_due_at) : null,
  syncError: row.sync_error,
  dateCreated: iso(row.created_at),
  dateModified: iso(row.updated_at),
})

export const accountsOfTeam = (db: Db | Tx, teamId: string): Promise<AccountRecord[]> =>
  accounts(db).where('team_id', '=', teamId).orderBy('created_at').execute()

export const accountById = (db: Db | Tx, id: string): Promise<AccountRecord | undefined> =>
  accounts(db).where('account.id', '=', id).executeTakeFirst()

/** Of the caller's team or its subteams. */
export const findLinkedAccount = (
  db: Db | Tx,
  { teamIds }: Pick<Principal, 'teamIds'>,
  id: string,
): Promise<AccountRecord | undefined> =>
  accounts(db)
    .where('account.id', '=', id)
    .where(sql<boolean>`team_id = any(${[...teamIds]}::uuid[])`)
    .executeTakeFirst()

/** By kind and name, each with how many people it would give: those who work there and can be written to. */
export async function loadEmployeeGroups(db: Db | Tx, accountId: string): Promise<EmployeeGroup[]> {
  return db
    .selectFrom('linked_group as g')
    .select(['g.id', 'g.kind', 'g.name'])
    .select(
      sql<number>`(select count(*)::int from linked_employee e where e.linked_account_id = g.linked_account_id
        and e.status = 'active' and e.work_email is not null and e.group_ids @> array[g.id])`.as('people'),
    )
    .where('g.linked_account_id', '=', accountId)
    .orderBy(sql`array_position(array['team', 'location', 'employment-type'], g.kind)`)
    .orderBy('g.name')
    .$castTo<EmployeeGroup>()
    .execute()
}

export const nextSyncDueAt = sql<Date | null>`select min(sync_due_at) from linked_account`
