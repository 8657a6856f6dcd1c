import { sql } from 'kysely'
import { accountId } from '#server/domains/ledger/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'

/** What a merchant is owed for: a redemption at one of its tills, or a code of its own that a recipient was given. */
export interface OwedItem {
  kind: 'redemption' | 'supplied-code'
  /** The redemption's id, or the gift's. */
  id: string
  at: Date
  productName: string
  storeName: string | null
  /** What was taken, VAT included. */
  takenPence: number
  /** What the ledger says is the merchant's. */
  owedPence: number
}

export interface Owing {
  brandId: string
  currency: string
  /** Before this moment. */
  until: Date
}

/** Keeps a transaction, and the list of locks it holds, within bounds: what is left over is on a further statement. */
const MAX_FROZEN = 20_000

/**
 * Freezes what a merchant is owed and that no statement has yet: each redemption is settled from here on, and can no
 * longer be undone. The gifts' rows are held first, as a till holds them: who undoes at this moment either is done before,
 * and it is not owed, or finds it settled.
 */
export async function freezeOwed(work: Work, owing: Owing): Promise<OwedItem[]> {
  const { tx } = work
  const { rows } = await openItems(owing).execute(tx)
  if (rows.length === 0) return []
  const giftIds = [...new Set(rows.map((row) => row.huggg_id))]
  await sql`select id from huggg where id = any(${giftIds}::uuid[]) order by id for no key update`.execute(tx)
  const redemptionIds = rows.flatMap((row) => row.redemption_id ?? [])
  const codeIds = rows.flatMap((row) => (row.redemption_id ? [] : row.huggg_id))
  const redemptions = await sql<{ id: string }>`
    update redemption set is_settled = true
    where id = any(${redemptionIds}::uuid[]) and undone_at is null and not is_settled returning id`.execute(tx)
  const codes = await sql<{ id: string }>`
    update fetched_voucher set is_settled = true
    where huggg_id = any(${codeIds}::uuid[]) and not is_settled returning huggg_id as id`.execute(tx)
  await markGifts(tx, giftIds)
  return describe(
    tx,
    redemptions.rows.map((row) => row.id),
    codes.rows.map((row) => row.id),
  )
}

/** In the order of time; at most so many. */
const openItems = ({ brandId, currency, until }: Owing) => sql<{ redemption_id: string | null; huggg_id: string }>`
  select redemption_id, huggg_id from (
    select redemption.id as redemption_id, redemption.huggg_id, redemption.created_at as at
    from redemption join huggg on huggg.id = redemption.huggg_id
    where redemption.brand_id = ${brandId} and huggg.currency = ${currency} and redemption.created_at < ${until}
      and not redemption.is_settled and redemption.undone_at is null
    union all
    select null, code.huggg_id, code.fetched_at
    from fetched_voucher as code
    join huggg on huggg.id = code.huggg_id
    join product on product.id = coalesce(huggg.chosen_product_id, huggg.product_id)
    where code.source = 'pool' and not code.is_settled and code.fetched_at < ${until}
      and product.brand_id = ${brandId} and huggg.currency = ${currency}
  ) as open order by at, redemption_id, huggg_id limit ${MAX_FROZEN}`

/** A gift is settled once it is used up and all of it stands on statements. */
async function markGifts(tx: Tx, giftIds: readonly string[]): Promise<void> {
  await sql`
    update huggg set is_settled = true
    where id = any(${giftIds as string[]}::uuid[]) and not is_settled and status_id in (4, 5, 9)
      and not exists (select from redemption where huggg_id = huggg.id and undone_at is null and not is_settled)`.execute(
    tx,
  )
}

async function describe(tx: Tx, redemptionIds: readonly string[], codeIds: readonly string[]): Promise<OwedItem[]> {
  const supplier = (currency: string) => accountId({ platform: 'supplier-payable' }, currency)
  const { rows } = await sql<OwedItem>`
    select item.kind, item.id, item.at, product.name as "productName", store.name as "storeName", item.taken as "takenPence",
      coalesce((select sum(amount) from ledger_entry
        where transfer_id = item.transfer_id and account_id = any(${[supplier('GBX'), supplier('EUX')]}::uuid[])), 0)::bigint as "owedPence"
    from (
      select 'redemption' as kind, id, huggg_id, created_at as at, store_id, amount as taken, transfer_id
      from redemption where id = any(${redemptionIds as string[]}::uuid[])
      union all
      select 'supplied-code', code.huggg_id, code.huggg_id, fetched_at, null, coalesce(chosen_price_pence, face_pence), transfer_id
      from fetched_voucher as code join huggg on huggg.id = code.huggg_id where code.huggg_id = any(${codeIds as string[]}::uuid[])
    ) as item
    join huggg on huggg.id = item.huggg_id
    join product on product.id = coalesce(huggg.chosen_product_id, huggg.product_id)
    left join store on store.id = item.store_id
    order by item.at, item.id`.execute(tx)
  return rows
}

export interface OpenBalance {
  brandId: string
  currency: string
  items: number
  owedPence: number
}

/** What each merchant is owed and that is on no statement yet, used before a moment. */
export async function openBalances(db: Db | Tx, until: Date): Promise<OpenBalance[]> {
  const { rows } = await sql<OpenBalance>`
    select "brandId", currency, count(*)::int as items, sum(owed)::bigint as "owedPence"
    from (
      select redemption.brand_id as "brandId", huggg.currency, redemption.amount - coalesce(huggg.chosen_vat_pence, huggg.face_vat_pence) as owed
      from redemption join huggg on huggg.id = redemption.huggg_id
      where not redemption.is_settled and redemption.undone_at is null and redemption.created_at < ${until}
      union all
      select product.brand_id, huggg.currency, coalesce(chosen_price_pence, face_pence) - coalesce(chosen_vat_pence, face_vat_pence)
      from fetched_voucher as code
      join huggg on huggg.id = code.huggg_id
      join product on product.id = coalesce(huggg.chosen_product_id, huggg.product_id)
      where code.source = 'pool' and not code.is_settled and code.fetched_at < ${until}
    ) as open group by "brandId", currency`.execute(db)
  return rows
}
