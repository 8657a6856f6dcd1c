import type { Selectable } from 'kysely'
import type * as contract from '#contract/hugggs/hugggs.ts'
import type { Pence } from '#kit/money.ts'
import { iso, isoOrNull, toDate } from '#kit/time.ts'
import {
  brandsByIds,
  listChoiceProducts,
  loadSegments,
  type ProductRecord,
  productsByIds,
  serializeBrand,
  serializeCatalogueProduct,
  serializeSegment,
  storesOfBrands,
} from '#server/domains/catalogue/index.ts'
import { receiversByIds } from '#server/domains/purchases/record/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ReactionTable, RedemptionTable } from '#server/platform/database/schema.ts'
import type { Posy } from '#server/platform/posy.ts'
import { mayShowLinks, type Principal } from '#server/platform/principal.ts'
import { wholeAddress } from '#server/platform/whole-address.ts'
import { linkRule } from '../links/index.ts'
import { unspentPence } from '../money/index.ts'
import { hasLapsed, Status, spendableStatuses, statusName } from '../states/index.ts'
import { type HugggRecord, listRedemptions, loadReactions, loadSenders, type TimelineRow } from './queries.ts'

/** The recipient's page of a gift. */
export const launchUrl = (posy: Posy, shortcode: string): string => `${posy.config.publicUrl}/g/${shortcode}`

/** A gift as v2 answers it; `imageUrl` is its product's picture. */
function serializeGift(
  posy: Posy,
  row: HugggRecord,
  {
    imageUrl = null,
    embedded,
    showsLink,
    redeemedId = null,
  }: {
    imageUrl?: string | null
    embedded?: contract.HugggEmbedded | undefined
    showsLink: boolean
    redeemedId?: string | null
  },
): contract.Huggg {
  return {
    id: row.id,
    order_id: row.order_id,
    notes: row.message,
    launch_url: showsLink ? launchUrl(posy, row.shortcode) : null,
    shortcode: showsLink ? row.shortcode : null,
    from_name: row.from_name,
    transaction_id: row.transaction_id,
    sender_id: row.sender_id,
    receiver_id: row.recipient_id,
    theme_id: row.theme_id,
    purchase_client_id: row.client_id,
    purchase_id: row.product_id,
    status_id: row.status_id,
    account_id: null,
    cover_image_url: row.cover_image_url === null ? null : wholeAddress(posy.config.publicUrl, row.cover_image_url),
    image_url: imageUrl === null ? null : wholeAddress(posy.config.publicUrl, imageUrl),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    expiry_date: iso(row.expiry_date),
    sent_date: isoOrNull(row.sent_date ?? row.send_at),
    assigned_date: isoOrNull(row.assigned_date),
    viewed_date: isoOrNull(row.viewed_date),
    deleted_at: isoOrNull(row.deleted_at),
    redeem_code: showsLink ? codeForSender(row) : null,
    is_expired: hasLapsed(row, toDate(posy.clock.now())),
    balance: spendableBalance(row),
    meta: row.meta as contract.HugggMeta,
    ...originalWords(row, showsLink),
    redeemed_id: redeemedId,
    ...(embedded ? { embedded } : {}),
  }
}

/** What programs written for the original read of a gift, beside our own words. */
function originalWords(row: HugggRecord, showsLink: boolean) {
  const name = statusName(row.status_id).toLowerCase()
  const isUsed = row.status_id === Status.Redeemed || row.status_id === Status.Fetched
  return {
    status: isUsed ? (1 as const) : row.status_id === Status.Claimed ? (0 as const) : (5 as const),
    hug_status: name,
    status_code: name.slice(0, 2).toUpperCase(),
    code: (showsLink && codeForSender(row)) || '',
    message_id: row.message === null ? null : row.id,
    voucher_id: row.revealed_at ? row.id : null,
    vid: '',
    reminder_sent: '',
    type: '',
    assigned_client: null,
    viewed_client: row.viewed_date ? 'web' : null,
  }
}

/** What our tills can still take of it. */
export const spendableBalance = (row: HugggRecord): Pence =>
  spendableStatuses.includes(row.status_id) ? unspentPence(row) : 0

/** Of a gift to someone else the sender never learns the code; one that is not of our making is on the gift's page. */
const codeForSender = (row: HugggRecord): string | null =>
  row.delivery_method === 'inline-redeem' && row.revealed_at && row.status_id !== Status.Fetched
    ? row.redeem_code
    : null

type Embedding = (row: HugggRecord) => contract.HugggEmbedded

export interface GiftWish {
  embed?: readonly string[] | undefined
  /** `unsent`: the links only of gifts that were sent to no one. */
  links?: 'unsent' | undefined
}

/**
 * Gifts with the relations that `embed` names (unknown names are ignored), read for all of them together. The rows come
 * from a query in the caller's scope. The caller notes the links that it shows (links.ts).
 */
export async function serializeGifts(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  rows: readonly HugggRecord[],
  { embed = [], links }: GiftWish = {},
): Promise<contract.Huggg[]> {
  const products = await productsByIds(db, [...new Set(rows.map((row) => row.product_id))])
  const isAllowed = await linkRule(
    db,
    mayShowLinks(caller),
    rows.map((row) => row.team_id),
  )
  const showsLink = (row: HugggRecord) => isAllowed(row) && (links !== 'unsent' || row.recipient_id === null)
  const parts: Embedding[] = []
  const wants = (name: string) => embed.some((each) => each === name || each.startsWith(`${name}.`))
  if (wants('message')) parts.push((row) => ({ message: row.message }))
  if (wants('purchase')) parts.push(await purchases(db, products, wants))
  if (wants('voucher') || wants('choice')) {
    const chosen = await productsByIds(
      db,
      rows.flatMap((row) => row.chosen_product_id ?? []),
    )
    if (wants('voucher')) parts.push(vouchers(products, chosen, showsLink))
    if (wants('choice')) parts.push(await choices(db, products, chosen))
  }
  const standing = await standingRedemptions(db, rows)
  if (wants('redemptions')) parts.push(await redemptions(db, rows))
  if (wants('redeemed')) parts.push((row) => ({ redeemed: standing.get(row.id) ?? null }))
  if (wants('sender')) parts.push(await senders(db, rows))
  if (wants('receiver')) parts.push(await receivers(db, rows))
  if (wants('transaction'))
    parts.push((row) => ({
      transaction: {
        id: row.transaction_id,
        title: row.title,
        delivery_method: row.delivery_method,
        reason_code: row.reason_code,
      },
    }))
  if (wants('reaction')) parts.push(await reactions(db, rows))
  return rows.map((row) => {
    const embedded = parts.length ? Object.assign({}, ...parts.map((part) => part(row))) : undefined
    const imageUrl = products.get(row.product_id)?.imageUrl ?? null
    const redeemedId = standing.get(row.id)?.id ?? null
    return serializeGift(posy, row, { imageUrl, embedded, showsLink: showsLink(row), redeemedId })
  })
}

async function purchases(
  db: Db | Tx,
  products: Map<string, ProductRecord>,
  wants: (name: string) => boolean,
): Promise<Embedding> {
  const serialized = await serializeProducts(db, products, wants)
  return (row) => ({ purchase: serialized.get(row.product_id) ?? null })
}

/** Products with the relations of theirs that are wanted (`purchase.brand`, `purchase.brand.stores`, `purchase.segments`). */
export async function serializeProducts(
  db: Db | Tx,
  products: ReadonlyMap<string, ProductRecord>,
  wants: (name: string) => boolean,
): Promise<Map<string, contract.HugggEmbedded['purchase']>> {
  const brandIds = [...new Set([...products.values()].map((product) => product.brandId))]
  const brands = wants('purchase.brand') ? await brandsByIds(db, brandIds) : null
  const stores = wants('purchase.brand.stores') ? await storesOfBrands(db, brandIds) : null
  const serialized = new Map<string, contract.HugggEmbedded['purchase']>()
  for (const product of products.values()) {
    const brand = brands?.get(product.brandId)
    const embedded = {
      ...(brand ? { brand: serializeBrand(brand, { stores: stores ? (stores.get(brand.id) ?? []) : undefined }) } : {}),
      ...(wants('purchase.segments') ? { segments: await segments(db, product) } : {}),
    }
    serialized.set(product.id, {
      ...serializeCatalogueProduct(product),
      ...(Object.keys(embedded).length ? { embedded } : {}),
    })
  }
  return serialized
}

async function segments(db: Db | Tx, product: ProductRecord) {
  const { id: productId, senderPricePence: maxPricePence, currency, territory } = product
  const options = new Map(
    (await listChoiceProducts(db, { productId, maxPricePence, currency, territory })).map((segment) => [
      segment.segmentId,
      segment.options,
    ]),
  )
  return (await loadSegments(db, productId))
    .filter(({ id }) => options.has(id))
    .map((segment) => serializeSegment(segment, options.get(segment.id)!))
}

const vouchers =
  (
    products: Map<string, ProductRecord>,
    chosen: Map<string, ProductRecord>,
    showsLink: (row: HugggRecord) => boolean,
  ): Embedding =>
  (row) => {
    const product = chosen.get(row.chosen_product_id ?? '') ?? products.get(row.product_id)
    return {
      voucher: {
        type: product?.voucherType ?? 'own',
        code: showsLink(row) ? codeForSender(row) : null,
        product_id: product?.id ?? row.product_id,
      },
    }
  }

/** What recipients made of the gifts that are theirs to choose. */
async function choices(
  db: Db | Tx,
  products: Map<string, ProductRecord>,
  chosen: Map<string, ProductRecord>,
): Promise<Embedding> {
  const brands = await brandsByIds(db, [...new Set([...chosen.values()].map(({ brandId }) => brandId))])
  return (row) => {
    const bought = products.get(row.product_id)
    if (bought?.kind !== 'choice') return { choice: null }
    const product = chosen.get(row.chosen_product_id ?? '')
    const price = row.chosen_price_pence ?? row.face_pence
    return {
      choice: {
        chosen: product
          ? { product_id: product.id, name: product.name, brand_name: brands.get(product.brandId)?.name ?? '', price }
          : null,
        chosen_at: isoOrNull(row.chosen_at),
        left_over: row.face_pence - price,
        returned: row.change_pence,
        gives_change: row.chosen_gives_change ?? true,
      },
    }
  }
}

const giftIds = (rows: readonly HugggRecord[]) => rows.map((row) => row.id)

async function redemptions(db: Db | Tx, rows: readonly HugggRecord[]): Promise<Embedding> {
  const currencies = new Map(rows.map((row) => [row.id, row.currency]))
  const all = Map.groupBy(await listRedemptions(db, giftIds(rows)), (redemption) => redemption.huggg_id)
  return (row) => ({
    redemptions: (all.get(row.id) ?? []).map((redemption) => serializeRedemption(redemption, currencies.get(row.id)!)),
  })
}

/** The last redemption that was not undone, of the gifts that have been redeemed in whole or part. */
async function standingRedemptions(
  db: Db | Tx,
  rows: readonly HugggRecord[],
): Promise<Map<string, contract.Redemption>> {
  const touched = rows.filter((row) => row.status_id === Status.Redeemed || row.status_id === Status.Claimed)
  if (touched.length === 0) return new Map()
  const currencies = new Map(touched.map((row) => [row.id, row.currency]))
  const standing = (await listRedemptions(db, giftIds(touched))).filter(({ undone_at }) => undone_at === null)
  return new Map(standing.map((each) => [each.huggg_id, serializeRedemption(each, currencies.get(each.huggg_id)!)]))
}

async function senders(db: Db | Tx, rows: readonly HugggRecord[]): Promise<Embedding> {
  const people = await loadSenders(db, [...new Set(rows.map((row) => row.sender_id))])
  return (row) => {
    const sender = people.get(row.sender_id)
    return {
      sender: sender
        ? { id: sender.id, first_name: sender.first_name, surname: sender.surname, email: sender.email }
        : null,
    }
  }
}

async function receivers(db: Db | Tx, rows: readonly HugggRecord[]): Promise<Embedding> {
  const people = await receiversByIds(
    db,
    rows.flatMap((row) => row.recipient_id ?? []),
  )
  return (row) => ({ receiver: people.get(row.recipient_id ?? '') ?? null })
}

async function reactions(db: Db | Tx, rows: readonly HugggRecord[]): Promise<Embedding> {
  const all = await loadReactions(db, giftIds(rows))
  return (row) => {
    const reaction = all.get(row.id)
    return { reaction: reaction ? serializeReaction(reaction) : null }
  }
}

export const serializeRedemption = (row: Selectable<RedemptionTable>, currency: string): contract.Redemption => ({
  id: row.id,
  huggg_id: row.huggg_id,
  location_id: row.store_id,
  redeemed: row.undone_at === null,
  amount: row.amount,
  currency,
  is_settled: row.is_settled,
  created_at: iso(row.created_at),
  undone_at: isoOrNull(row.undone_at),
  creation_at: iso(row.created_at),
  updated_at: iso(row.undone_at ?? row.created_at),
})

export const serializeReaction = (row: Selectable<ReactionTable>): contract.Reaction => ({
  _id: row.id,
  message: row.message,
  emoji: row.emoji,
  name: row.name,
  hugggId: row.huggg_id,
  dateCreated: iso(row.created_at),
  dateModified: iso(row.updated_at),
})

export const serializeTimeline = (entries: TimelineRow[]): contract.TimelineEntry[] =>
  entries.map((entry) => ({ ...entry, at: iso(entry.at) }))
