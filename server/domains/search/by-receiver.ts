import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { plannedForItsValues } from '#server/platform/database/prepared-client.ts'
import { qualifiedColumn } from './columns.ts'
import { colleagueName, hugggRelations } from './huggg-fields.ts'
import type { KeyedParts, ListingPart } from './listing.ts'
import type { SearchScope } from './scope.ts'

const { r: _, ...besideRecipients } = hugggRelations.joins
const { ru: __, ...besideColleagues } = besideRecipients
const from = (table: string, joins: Record<string, string>, key: string, holds: RawBuilder<boolean>): ListingPart => ({
  relations: { table, joins },
  key: qualifiedColumn(hugggRelations, key),
  condition: { holds, needs: [] },
})

const ofGift = 'join huggg h on h.recipient_id = r.id'
const isUnnamed = sql<boolean>`(lower(r.name) is null or lower(r.name) = '') and r.team_id = h.team_id`
const known = sql.raw(colleagueName)

/** Beyond so many, they are met soon along all names. */
const MOST_IDS = 3000

/** Gifts by the names of their receivers, read in their order: those who are named in the gift or as colleagues, and all others. */
export async function byReceiver(
  db: Db,
  scope: SearchScope,
  methods: readonly string[] | undefined,
): Promise<KeyedParts> {
  const few = methods && !methods.includes('email') ? await fewReceivers(db, scope, methods) : null
  const isSought = few ? sql`r.id = any (${few}::uuid[])` : sql`true`
  return {
    keyed: [
      from(
        `recipient r ${ofGift}`,
        besideRecipients,
        'lower(r.name)',
        sql`lower(r.name) > '' and r.team_id = h.team_id and ${isSought}`,
      ),
      from(
        `recipient r join app_user ru on ru.id = r.user_id ${ofGift}`,
        besideColleagues,
        `lower(${colleagueName})`,
        sql`${isUnnamed} and r.user_id is not null and ${known} <> '' and ${isSought}`,
      ),
    ],
    others: [
      from('huggg h', hugggRelations.joins, 'null::text', sql`h.recipient_id is null`),
      from(
        `recipient r left join app_user ru on ru.id = r.user_id ${ofGift}`,
        besideColleagues,
        'null::text',
        sql`${isUnnamed} and coalesce(${known}, '') = '' and ${isSought}`,
      ),
    ],
  }
}

/** Of what is given by links or cards hardly anyone is known: all names would be read to find none of them. */
async function fewReceivers(db: Db, { teamIds }: SearchScope, methods: readonly string[]): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] }>`${plannedForItsValues} select array(
    select known.id from transaction t cross join lateral (select id from recipient where transaction_id = t.id limit ${MOST_IDS + 1}) as known
    where t.team_id = any (${[...teamIds]}::uuid[]) and t.delivery_method = any (${[...methods]}::text[]) limit ${MOST_IDS + 1}) as ids`.execute(
    db,
  )
  const { ids } = rows[0]!
  return ids.length > MOST_IDS ? null : ids
}
