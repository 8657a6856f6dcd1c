import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { VoucherAttemptTable } from '#server/platform/database/schema.ts'
import type { Secret } from '#server/platform/sealing.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import { unsealVoucher, type Voucher } from './voucher.ts'

/** The code that a merchant or an issuer made for a gift; null where there is none (yet). */
export async function loadVoucher(db: Db | Tx, secret: Secret, hugggId: string): Promise<Voucher | null> {
  const row = await db.selectFrom('fetched_voucher').select('sealed').where('huggg_id', '=', hugggId).executeTakeFirst()
  return row ? unsealVoucher(secret, hugggId, row.sealed) : null
}

/** Until when those who made the codes of these gifts take them, where they said so. */
export async function issuersLastDays(db: Db | Tx, hugggIds: readonly string[]): Promise<Map<string, Date | null>> {
  if (hugggIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('fetched_voucher')
    .select(['huggg_id', 'expires_at'])
    .where('huggg_id', 'in', hugggIds)
    .execute()
  return new Map(rows.map((row) => [row.huggg_id, row.expires_at]))
}

/** Whether a product hands out supplied codes, in stock or not. */
export const hasPool = async (db: Db | Tx, productId: string): Promise<boolean> =>
  (await db.selectFrom('code_pool').select('product_id').where('product_id', '=', productId).executeTakeFirst()) !==
  undefined

/** Whether a gift was refunded because its code could not be had. */
export const isGivenUp = async (db: Db | Tx, hugggId: string): Promise<boolean> =>
  (await db
    .selectFrom('awaited_code')
    .select('huggg_id')
    .where('huggg_id', '=', hugggId)
    .where('given_up_at', 'is not', null)
    .executeTakeFirst()) !== undefined

export interface CodeStock {
  productId: string
  name: string
  brand: string
  free: number
  taken: number
  /** Never handed out, and no longer of use. */
  expired: number
  /** Fewer than this are too few. */
  lowBelow: number
  /** Recipients who were told to come back. */
  awaited: number
}

const isFree = (now: Date) => sql`huggg_id is null and (expires_at is null or expires_at > ${now}::timestamptz)`

/** Gifts whose recipients were told to come back for their code. */
export const waitingForCodes = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select since as at from awaited_code where next_try_at is not null`)

/** How many pools of codes hold fewer than they should; no pool is counted further than that. */
export async function lowPools(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from code_pool where low_below > (select count(*) from (
      select from supplied_code where product_id = code_pool.product_id and ${isFree(now)} limit code_pool.low_below) as free)`.execute(
    db,
  )
  return rows[0]!.count
}

/** Every pool of supplied codes, the emptiest first. */
export async function codeStock(db: Db | Tx, now: Date): Promise<CodeStock[]> {
  const { rows } = await sql<CodeStock>`
    select product.id as "productId", product.name, product.brand_name as brand, code_pool.low_below as "lowBelow",
      (select count(*) from awaited_code join huggg on huggg.id = awaited_code.huggg_id
        where next_try_at is not null and coalesce(huggg.chosen_product_id, huggg.product_id) = product.id)::int as awaited,
      count(code.id) filter (where ${isFree(now)})::int as free,
      count(code.id) filter (where huggg_id is not null)::int as taken,
      count(code.id) filter (where huggg_id is null and expires_at <= ${now}::timestamptz)::int as expired
    from code_pool join product on product.id = code_pool.product_id
    left join supplied_code as code on code.product_id = code_pool.product_id
    group by product.id, code_pool.low_below order by free, product.name`.execute(db)
  return rows
}

const NAMED = 20

/** The products that may be given codes, with all these words in their name or brand; none without words. */
export async function productsNamed(db: Db | Tx, text: string): Promise<{ id: string; name: string; brand: string }[]> {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const holds = words.map(
    (word) => sql`strpos(fold_search_text(name || ' ' || brand_name), fold_search_text(${word})) > 0`,
  )
  const { rows } = await sql<{ id: string; name: string; brand: string }>`
    select id, name, brand_name as brand from product where voucher_type = 'own' and kind = 'single' and ${sql.join(holds, sql` and `)}
    order by name, id limit ${NAMED}`.execute(db)
  return rows
}

export type VoucherAttempt = Selectable<VoucherAttemptTable>

/** What issuers have been asked for and not answered yet, the longest waiting first. */
export const openAttempts = (db: Db | Tx): Promise<VoucherAttempt[]> =>
  db.selectFrom('voucher_attempt').selectAll().where('state', '=', 'asking').orderBy('created_at').limit(1000).execute()

/** When an issuer is to be asked again automatically; null when nothing waits. */
export const nextAttemptAt = sql<Date | null>`select min(next_try_at) from voucher_attempt where state = 'asking'`
