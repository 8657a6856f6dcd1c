import { sql } from 'kysely'
import type { Till, TillTry } from '#contract/operator/tills.ts'
import { iso, isoOrNull, toDate } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'

const SHOWN_DAYS = 30
const SHOWN_TRIES = 50

/** Unknown ids are answered alike. */
export const idRefused = () =>
  new Problem('not_found', 'No such huggg.', {
    help: 'An id names a gift and does not redeem it. Scan or type its barcode, short code or code, which only its recipient holds.',
  })

/**
 * Whether a till may redeem a gift by its id: an operator lets it, and its recipient has opened the gift. What was printed
 * or shown to its sender at once is never opened.
 */
export async function mayRedeemById(db: Db | Tx, clientId: string, hugggId: string): Promise<boolean> {
  const { rows } = await sql`
    select from huggg join transaction on transaction.id = huggg.transaction_id
    where huggg.id = ${hugggId} and exists (select from till_id_permission where client_id = ${clientId})
      and (huggg.viewed_date is not null or transaction.delivery_method in ('printable', 'inline-redeem'))`.execute(db)
  return rows.length > 0
}

/** Takes note of a try that will be refused, unless the till repeats what it has done before. */
export async function noteRefusedId(posy: Posy, clientId: string, hugggId: string): Promise<void> {
  if (await mayRedeemById(posy.db, clientId, hugggId)) return
  await sql`
    insert into till_id_try (client_id, huggg_id, tries, last_at)
    select ${clientId}::text, id, 1, ${toDate(posy.clock.now())}::timestamptz from huggg
    where id = ${hugggId} and not exists (select from redemption where huggg_id = huggg.id and client_id = ${clientId})
    on conflict (client_id, huggg_id) do update set tries = till_id_try.tries + 1, last_at = excluded.last_at`.execute(
    posy.db,
  )
}

const since = (at: Date) => new Date(at.getTime() - SHOWN_DAYS * 86_400_000)

interface TillRow {
  id: string
  name: string
  brand_id: string
  brand_name: string
  allowed_at: Date | null
  allowed_by: string
  reason: string
  tries: number
  last_at: Date | null
  refused_looks: number
  last_refused_look_at: Date | null
  store_id: string | null
  store_name: string
  signed_in_at: Date | null
  last_used_at: Date | null
  code_expires_at: Date | null
}

const serializePage = (row: TillRow): Till['page'] =>
  row.store_id === null
    ? null
    : {
        store: { id: row.store_id, name: row.store_name },
        signedInAt: isoOrNull(row.signed_in_at),
        lastUsedAt: isoOrNull(row.last_used_at),
        codeUntil: isoOrNull(row.code_expires_at),
      }

const serializeTill = (row: TillRow): Till => ({
  id: row.id,
  name: row.name,
  merchant: { id: row.brand_id, name: row.brand_name },
  allowsIds: row.allowed_at && { at: iso(row.allowed_at), by: row.allowed_by, reason: row.reason },
  tries: row.tries,
  lastTryAt: isoOrNull(row.last_at),
  refusedLooks: row.refused_looks,
  lastRefusedLookAt: isoOrNull(row.last_refused_look_at),
  page: serializePage(row),
})

export async function tills(db: Db, at: Date): Promise<Till[]> {
  const { rows } = await sql<TillRow>`
    select client.id, client.name, brand.id as brand_id, brand.name as brand_name, allowed_at, allowed_by, reason,
      coalesce(sum(tries), 0)::int as tries, max(last_at) as last_at,
      (select count(*)::int from till_refusal where client_id = client.id) as refused_looks,
      (select max(at) from till_refusal where client_id = client.id) as last_refused_look_at, store_id, store.name as store_name,
      case when token_hash is not null then signed_in_at end as signed_in_at, last_used_at, code_expires_at
    from client join brand on brand.id = client.brand_id
    left join till_sign_in on till_sign_in.client_id = client.id left join store on store.id = store_id
    left join till_id_permission on till_id_permission.client_id = client.id
    left join till_id_try on till_id_try.client_id = client.id and last_at > ${since(at)}
    where client.kind = 'merchant' and client.revoked_at is null
    group by client.id, brand.id, till_id_permission.client_id, till_sign_in.client_id, store.id
    order by max(last_at) desc nulls last, brand.name, client.name`.execute(db)
  return rows.map(serializeTill)
}

/** The gifts that tills tried to redeem by their ids, the latest first. */
export async function idTries(db: Db, at: Date): Promise<TillTry[]> {
  const { rows } = await sql<{
    id: string
    name: string
    huggg_id: string
    transaction_id: string
    tries: number
    last_at: Date
  }>`
    select client.id, client.name, huggg_id, huggg.transaction_id, tries, last_at
    from till_id_try join client on client.id = client_id join huggg on huggg.id = huggg_id
    where last_at > ${since(at)} order by last_at desc, huggg_id limit ${SHOWN_TRIES}`.execute(db)
  return rows.map((row) => ({
    till: { id: row.id, name: row.name },
    hugggId: row.huggg_id,
    transactionId: row.transaction_id,
    tries: row.tries,
    lastAt: iso(row.last_at),
  }))
}

/** Gifts that tills tried by their ids within the days that are shown, and that no one has answered by letting the till. */
export const waitingIdTries = (db: Db, at: Date): Promise<Waiting> =>
  countWaiting(
    db,
    sql`select last_at as at from till_id_try
      where last_at > ${since(at)} and not exists (select from till_id_permission where client_id = till_id_try.client_id)`,
  )

/** @throws not_found for what is no till */
export async function allowIds(work: Work, clientId: string, { by, reason }: { by: string; reason: string }) {
  await requireTill(work.tx, clientId)
  await work.tx
    .insertInto('till_id_permission')
    .values({ client_id: clientId, allowed_at: work.at, allowed_by: by, reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @throws not_found for what is no till */
export async function refuseIds(work: Work, clientId: string): Promise<void> {
  await requireTill(work.tx, clientId)
  await work.tx.deleteFrom('till_id_permission').where('client_id', '=', clientId).execute()
}

async function requireTill(tx: Tx, clientId: string): Promise<void> {
  const till = tx.selectFrom('client').select('id').where('id', '=', clientId).where('kind', '=', 'merchant')
  found(await till.executeTakeFirst(), 'till')
}
