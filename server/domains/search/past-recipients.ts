import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#contract/core/endpoint.ts'
import { type listPastRecipients, MOST_PAST_RECIPIENTS } from '#contract/search/past-recipients.ts'
import { iso } from '#kit/time.ts'
import { blockedAddresses } from '#server/domains/delivery/index.ts'
import { transactionInScope } from '#server/domains/purchases/record/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { plannedForItsValues } from '#server/platform/database/prepared-client.ts'
import { splitSearchText, teamQuery } from '#server/platform/database/search-text.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { transactionScope } from './scope.ts'

const PURCHASES_SHOWN = 20
/** Where nothing is asked for, no more than these are read: a list of all that a large team ever sent is no answer. */
const PURCHASES_READ = 50
/** Of what words or a reason find, the latest are read: a person stands in many of them. */
const MOST_READ = 5000
/** What finds more than that is looked for among so many of the latest first: there it fills the answer already. */
const LATEST_LOOKED_AT = 10_000

type Asked = Pick<Input<typeof listPastRecipients>['query'], 'channel' | 'text' | 'transactionId' | 'reasonCode'>

/**
 * Recipients as they may be sent to again: not erased, not corrected since, no one who claimed from a link, and of colleagues
 * only those who are still in one of the caller's teams.
 */
const reachable = (caller: Principal, channel: Asked['channel']) => {
  const { teamIds, ownerId } = transactionScope(caller)
  const address =
    channel === 'sms'
      ? sql`coalesce(recipient.phone_number, colleague.mobile)`
      : sql`coalesce(recipient.email, colleague.email)`
  return sql`
    select transaction.id as purchase, transaction.title, product.name as gift, transaction.created_at as at, ${address} as address,
      coalesce(nullif(recipient.name, ''), nullif(trim(colleague.first_name || ' ' || colleague.surname), '')) as name
    from recipient
    join transaction on transaction.id = recipient.transaction_id
    left join product on product.id = transaction.product_id
    left join app_user as colleague on colleague.id = recipient.user_id and colleague.deactivated_at is null
      and exists (select from team_member where team_member.user_id = colleague.id and team_member.team_id = any(${[...teamIds]}::uuid[]))
    where recipient.team_id = any(${[...teamIds]}::uuid[]) and recipient.erased_at is null and recipient.ordinal is not null
      and transaction.superhuggg_id is null and transaction.delivery_method = ${channel}
      and ${ownerId ? sql`transaction.user_id = ${ownerId}` : sql`true`}`
}

/** The latest purchases of the caller's that went to people so. */
const latest = (caller: Principal, channel: Asked['channel'], most: number) => {
  const { teamIds, ownerId } = transactionScope(caller)
  return sql`select id from transaction where team_id = any(${[...teamIds]}::uuid[]) and superhuggg_id is null
    and delivery_method = ${channel} and ${ownerId ? sql`user_id = ${ownerId}` : sql`true`}
    order by created_at desc, id desc limit ${most}`
}

/** The latest purchases of the caller's that went to people so, for a reason where one is asked for: those that together have so many recipients. */
const latestOfMany = (caller: Principal, { channel, reasonCode }: Asked) => {
  const { teamIds, ownerId } = transactionScope(caller)
  return sql`select id from (
      select id, sum(quantity) over (order by created_at desc, id desc) - quantity as later from transaction
      where team_id = any(${[...teamIds]}::uuid[]) and superhuggg_id is null and delivery_method = ${channel}
        and ${reasonCode ? sql`reason_key = ${reasonCode}` : sql`true`} and ${ownerId ? sql`user_id = ${ownerId}` : sql`true`}
    ) as bought where later < ${LATEST_LOOKED_AT}`
}

/** Whether each of some words is held by more recipients than are read. */
async function areCommon(db: Db, { teamIds }: Principal, words: readonly string[]): Promise<boolean> {
  const counts = words.map(
    (word) => sql`(select count(*) from (select from recipient where search @@ ${teamQuery(teamIds, word)}
      and team_id = any(${[...teamIds]}::uuid[]) limit ${MOST_READ + 1}) as few) > ${MOST_READ}`,
  )
  const { rows } = await sql<{
    all: boolean
  }>`${plannedForItsValues} select ${sql.join(counts, sql` and `)} as all`.execute(db)
  return rows[0]!.all
}

/** @throws not_found for a purchase that the caller may not see */
export async function pastRecipients(
  posy: Posy,
  db: Db,
  caller: Principal,
  { channel, text, transactionId, reasonCode }: Asked,
) {
  const words = await splitSearchText(db, text, 'text')
  if (transactionId) await transactionInScope(db, caller, transactionId)
  const conditions = [
    ...(transactionId ? [sql`transaction.id = ${transactionId}`] : []),
    ...(reasonCode ? [sql`transaction.reason_key = ${reasonCode}`] : []),
    ...words.map((word) => sql`recipient.search @@ ${teamQuery(caller.teamIds, word)}`),
  ]
  const isAnyone = conditions.length === 0
  if (isAnyone) conditions.push(sql`transaction.id in (${latest(caller, channel, PURCHASES_READ)})`)
  const find = (more: readonly RawBuilder<unknown>[]) =>
    people(db, sql`${reachable(caller, channel)} and ${sql.join([...conditions, ...more], sql` and `)}`)
  const isAmongLatest = !isAnyone && !transactionId && (words.length === 0 || (await areCommon(db, caller, words)))
  const latestRows = isAmongLatest
    ? // As a list: its purchases are looked up one by one, whatever else finds their recipients.
      await find([sql`recipient.transaction_id = any(array(${latestOfMany(caller, { channel, reasonCode })}))`])
    : []
  const rows = latestRows.length > MOST_PAST_RECIPIENTS ? latestRows : await find([])
  const blocked = await blockedAddresses(
    posy,
    db,
    channel,
    rows.map(({ address }) => address),
  )
  const read = isAnyone ? (await latest(caller, channel, PURCHASES_READ + 1).execute(db)).rows.length : 0
  return {
    people: rows
      .slice(0, MOST_PAST_RECIPIENTS)
      .filter(({ address }) => !blocked.has(address))
      .map(({ address, name, at }) => ({ address, name, lastAt: iso(at) })),
    hasMore: rows.length > MOST_PAST_RECIPIENTS || read > PURCHASES_READ || rows[0]?.read === MOST_READ,
    purchases: await latestPurchases(db, caller, channel),
  }
}

/** The people among recipients that are found, by their latest purchase, and how many recipients were read. */
async function people(db: Db, found: RawBuilder<unknown>) {
  const { rows } = await sql<{ address: string; name: string | null; at: Date; read: number }>`${plannedForItsValues}
    with sent as materialized (${found} order by transaction.created_at desc, transaction.id desc limit ${MOST_READ})
    select address, name, at, (select count(*)::int from sent) as read from (
      select distinct on (lower(address)) address, name, at from sent where address is not null
      order by lower(address), at desc, purchase desc
    ) as person order by at desc, address limit ${MOST_PAST_RECIPIENTS + 1}`.execute(db)
  return rows
}

async function latestPurchases(db: Db, caller: Principal, channel: Asked['channel']) {
  const { rows } = await sql<{
    id: string
    title: string | null
    giftName: string | null
    first: string
    count: number
    at: Date
  }>`
    select purchase as id, title, gift as "giftName", min(coalesce(name, address)) as first, count(*)::int as count, at from (
      ${reachable(caller, channel)} and transaction.id in (${latest(caller, channel, PURCHASES_SHOWN)})
    ) as sent where address is not null group by purchase, title, gift, at order by at desc, purchase`.execute(db)
  return rows.map(({ at, ...purchase }) => ({ ...purchase, boughtAt: iso(at) }))
}
