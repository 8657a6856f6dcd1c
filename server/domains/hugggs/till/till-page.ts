import { sql } from 'kysely'
import type { OwnTill, TillDay, TillEntry, TillVoucher } from '#contract/hugggs/till-page.ts'
import { iso, isoOrNull, londonDate, toDate } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound, Problem } from '#server/platform/problem/problem.ts'
import { findVoucher, hugggIdByVoucherKey, hugggsByIds } from '../gifts/index.ts'
import { printedCode, readVoucherKey } from '../links/index.ts'
import { giftPricePence, unspentPence } from '../money/index.ts'
import { idRefused } from './ids.ts'
import { productAtTill, redeemableProduct, whyNoPartsHere } from './redeem-huggg.ts'

export interface Shop {
  id: string
  name: string
  merchant: string
  brandId: string
}

/** Open stores of merchants that have products with our own codes. */
export async function tillShops(db: Db | Tx): Promise<Shop[]> {
  const { rows } = await sql<Shop>`
    select store.id, store.name, brand.name as merchant, brand.id as "brandId" from store join brand on brand.id = brand_id
    where store.active and exists (select from product where product.brand_id = brand.id and voucher_type = 'own' and kind <> 'choice')
    order by brand.name, store.name, store.id`.execute(db)
  return rows
}

export async function ownTill(db: Db, till: Principal): Promise<OwnTill> {
  const { rows } = await sql<{ name: string; brand: string; store: string | null }>`
    select client.name, brand.name as brand, store.name as store from client join brand on brand.id = client.brand_id
    left join store on store.id = ${till.storeId ?? null}::uuid where client.id = ${till.clientId}`.execute(db)
  const { name, brand, store } = found(rows[0], 'till')
  return {
    id: till.clientId!,
    name,
    merchant: { id: till.brandId!, name: brand },
    location: till.storeId && store !== null ? { id: till.storeId, name: store } : null,
  }
}

/** Whether a gift may be shown to a till: it is for its merchant, or for whatever its recipient will choose. */
export const isForTill =
  (db: Db | Tx, till: Principal) =>
  async (hugggId: string): Promise<boolean> => {
    const [gift] = await hugggsByIds(db, [hugggId])
    const { kind, brandId } = await productAtTill(db, gift!)
    return kind === 'choice' || brandId === till.brandId
  }

/** @throws not_found alike for ids, unknown gifts and those of other merchants, already_redeemed, wrong_state, too_many_requests */
export async function voucherAtTill(posy: Posy, db: Db, till: Principal, given: string): Promise<TillVoucher> {
  if (readVoucherKey(given)?.kind === 'id') throw idRefused()
  const key = await findVoucher(posy, till.clientId!, given, undefined, isForTill(db, till))
  const [gift] = await hugggsByIds(db, [found(await hugggIdByVoucherKey(db, key), 'huggg')])
  const product = await redeemableProduct(db, till, gift!, toDate(posy.clock.now())).catch((error: unknown) => {
    // One that ended before anything was chosen.
    throw error instanceof Problem && error.code === 'not_this_merchant' ? notFound('huggg') : error
  })
  return {
    product: { id: product.id, name: product.name },
    code: key.kind === 'redeemCode' ? gift!.redeem_code : printedCode(gift!.shortcode).toUpperCase(),
    currency: gift!.currency as TillVoucher['currency'],
    balance: unspentPence(gift!),
    price: giftPricePence(gift!),
    allowsParts: (await whyNoPartsHere(db, gift!, product)) === null,
    expiresAt: iso(gift!.expiry_date),
  }
}

const isOwn = (till: Principal) => sql`redemption.brand_id = ${till.brandId}
  and ${till.storeId ? sql`redemption.store_id = ${till.storeId}` : sql`true`}`

/** @throws not_found alike for unknown redemptions and those of other merchants */
export async function requireOwnRedemption(db: Db, till: Principal, id: string): Promise<void> {
  const { rows } = await sql`select id from redemption where id = ${id} and ${isOwn(till)}`.execute(db)
  found(rows[0], 'redemption')
}

interface EntryRow {
  id: string
  created_at: Date
  undone_at: Date | null
  is_settled: boolean
  store_id: string | null
  client_id: string
  client_name: string
  product_id: string
  product_name: string
  shortcode: string
  redeem_code: string
  revealed_at: Date | null
  amount: number
  currency: TillEntry['currency']
}

const ENDING = 4

/** Of the code that its recipient was shown; of a card’s, where none was. */
const codeEnding = ({ shortcode, redeem_code, revealed_at }: EntryRow): string =>
  (revealed_at ? redeem_code : printedCode(shortcode)).replaceAll('-', '').slice(-ENDING).toUpperCase()

const serializeEntry = (row: EntryRow): TillEntry => ({
  id: row.id,
  at: iso(row.created_at),
  till: { id: row.client_id, name: row.client_name },
  location_id: row.store_id,
  product: { id: row.product_id, name: row.product_name },
  code_ending: codeEnding(row),
  amount: row.amount,
  currency: row.currency,
  undone_at: isoOrNull(row.undone_at),
  is_settled: row.is_settled,
})

/** What was redeemed on a day in London, the latest first, with the sums of it. */
export async function loadDay(
  posy: Posy,
  db: Db,
  till: Principal,
  {
    day = londonDate(posy.clock.now()).toString(),
    till: only,
  }: { day?: string | undefined; till?: string | undefined },
): Promise<TillDay> {
  const { rows } = await sql<EntryRow>`
    select redemption.id, redemption.created_at, redemption.undone_at, redemption.is_settled, redemption.store_id, redemption.client_id, client.name as client_name,
      product.id as product_id, product.name as product_name, huggg.shortcode, huggg.redeem_code, huggg.revealed_at, redemption.amount, huggg.currency
    from redemption join client on client.id = client_id join huggg on huggg.id = huggg_id
    join product on product.id = coalesce(huggg.chosen_product_id, huggg.product_id)
    where ${isOwn(till)} and redemption.created_at >= ${day}::date::timestamp at time zone 'Europe/London'
      and redemption.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/London'
    order by redemption.created_at desc, redemption.id desc`.execute(db)
  const all = rows.map(serializeEntry)
  const redemptions = only ? all.filter((entry) => entry.till.id === only) : all
  return {
    day,
    tills: [...new Map(all.map((entry) => [entry.till.id, entry.till])).values()],
    redemptions,
    totals: addUp(redemptions),
  }
}

function addUp(entries: readonly TillEntry[]): TillDay['totals'] {
  const standing = Map.groupBy(
    entries.filter(({ undone_at }) => undone_at === null),
    ({ currency }) => currency,
  )
  return [...standing].map(([currency, list]) => ({
    currency,
    count: list.length,
    amount: list.reduce((sum, { amount }) => sum + amount, 0),
  }))
}
