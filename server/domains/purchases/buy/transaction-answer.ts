import type { Transaction } from '#contract/orders/transactions.ts'
import { productsByIds } from '#server/domains/catalogue/index.ts'
import {
  firstHugggsOfTransaction,
  type GiftsOfTransaction,
  giftsOfTransactions,
  type HugggRecord,
  serializeGifts,
  serializeProducts,
} from '#server/domains/hugggs/gifts/index.ts'
import { recordLinksShown, shownLinks } from '#server/domains/hugggs/links/index.ts'
import { walletInScope } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { serializePurchase, type TransactionRecord, transactionInScope, transactionsByIds } from '../record/index.ts'

const EMBEDDED_GIFTS = 1000

/** A purchase with the relations that were asked for. */
export async function transactionAnswer(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  id: string,
  embed: readonly string[] = [],
): Promise<{ data: Transaction }> {
  const row = await transactionInScope(db, caller, id)
  const rows = wantsGifts(embed) ? await firstHugggsOfTransaction(db, id, EMBEDDED_GIFTS) : null
  const isAll = rows && rows.length < EMBEDDED_GIFTS
  const gifts = isAll ? sumUp(rows) : (await giftsOfPurchases(db, [id]))(id)
  return { data: await withRelations(posy, db, caller, { row, rows, ...gifts }, embed) }
}

/** What all gifts of a purchase say together. */
const sumUp = (rows: readonly HugggRecord[]): GiftsOfTransaction => ({
  hugggIds: rows.map(({ id }) => id),
  refundedPence: rows.reduce((sum, { refunded_pence, change_pence }) => sum + refunded_pence + change_pence, 0),
})

/** After a command, which notes the links it shows. */
export async function madePurchase(work: Work, caller: Principal, id: string, embed: readonly string[] = []) {
  const answered = await transactionAnswer(work.posy, work.tx, caller, id, embed)
  await recordLinksShown(work, shownLinks(answered.data.embedded?.hugggs ?? []))
  return answered
}

/** Purchases by their ids, which the caller may see, in that order, with the relations that were asked for. */
export async function serializePurchases(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  ids: readonly string[],
  embed: readonly string[] = [],
): Promise<Transaction[]> {
  const rows = await transactionsByIds(db, ids)
  const gifts = await giftsOfPurchases(db, ids)
  const purchases: Transaction[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (row) purchases.push(await withRelations(posy, db, caller, { row, rows: null, ...gifts(id) }, embed))
  }
  return purchases
}

/** The gifts of each purchase, and what was given back of them. */
async function giftsOfPurchases(db: Db | Tx, ids: readonly string[]) {
  const gifts = await giftsOfTransactions(db, ids, EMBEDDED_GIFTS)
  return (id: string): GiftsOfTransaction => gifts.get(id) ?? { hugggIds: [], refundedPence: 0 }
}

async function withRelations(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  { row, rows, ...gifts }: GiftsOfTransaction & { row: TransactionRecord; rows: HugggRecord[] | null },
  embed: readonly string[],
): Promise<Transaction> {
  const data = serializePurchase(row, gifts.hugggIds, gifts.refundedPence)
  if (!embed.length) return data
  const embedded: NonNullable<Transaction['embedded']> = {}
  if (wantsGifts(embed)) {
    const shown = rows ?? (await firstHugggsOfTransaction(db, row.id, EMBEDDED_GIFTS))
    embedded.hugggs = await serializeGifts(posy, db, caller, shown, {
      embed: [...relationsWithin(embed, 'hugggs'), ...giftRelations(embed)],
    })
  }
  const wants = (name: string) => embed.some((each) => each === name || each.startsWith(`${name}.`))
  if (wants('purchase') && row.product_id) {
    const products = await serializeProducts(db, await productsByIds(db, [row.product_id]), wants)
    const product = products.get(row.product_id)
    if (product) embedded.purchase = product
  }
  if (embed.includes('message')) embedded.message = row.message
  if (embed.includes('wallet')) {
    const wallet = await walletInScope(db, { teamIds: [row.team_id] }, row.wallet_id)
    embedded.wallet = { id: wallet.id, name: wallet.name }
  }
  return Object.keys(embedded).length ? { ...data, embedded } : data
}

const wantsGifts = (embed: readonly string[]): boolean =>
  embed.some((name) => name === 'hugggs' || name.startsWith('hugggs.')) || giftRelations(embed).length > 0

/** What only gifts have, asked of a purchase, is asked of each of its gifts. */
const giftRelations = (embed: readonly string[]) =>
  embed.filter((name) =>
    ['choice', 'voucher', 'redemptions', 'sender', 'receiver', 'reaction'].includes(name.split('.')[0]!),
  )

/** `hugggs.purchase.brand` asks for `purchase.brand` of each huggg. */
const relationsWithin = (embed: readonly string[], relation: string) =>
  embed.filter((name) => name.startsWith(`${relation}.`)).map((name) => name.slice(relation.length + 1))
