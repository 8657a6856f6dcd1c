import * as transactionHugggs from '#contract/orders/transaction-hugggs.ts'
import type { Transaction } from '#contract/orders/transactions.ts'
import * as contract from '#contract/orders/transactions.ts'
import { raiseSuperHugggLimit } from '#contract/superhugggs/super-hugggs.ts'
import { Temporal, toDate } from '#kit/time.ts'
import { productsByIds } from '#server/domains/catalogue/index.ts'
import {
  type BulkResult,
  cancelHugggs,
  changeDates,
  changePeople,
  hugggIdsOfTransactions,
  hugggsOfTransaction,
  refundsOfTransactions,
  rewordGifts,
  serializeGifts,
  serializeProducts,
  toggleSent,
} from '#server/domains/hugggs/index.ts'
import {
  serializePurchase,
  type TransactionRecord,
  transactionInScope,
  transactionsByIds,
  updateTransaction,
} from '#server/domains/purchases/index.ts'
import { walletInScope } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { createTransaction } from './create-transaction.ts'
import { expiryInstant } from './purchase-rules.ts'
import { raiseLimit } from './raise-limit.ts'
import { sendNow } from './send-now.ts'
import { sendToReceivers } from './send-to-receivers.ts'
import { topUpByPurchase, topUpTransaction } from './top-up-by-purchase.ts'

const EMBEDDED_GIFTS = 1000

/** A purchase with the relations that were asked for. */
async function transactionAnswer(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  id: string,
  embed: readonly string[] = [],
): Promise<{ data: Transaction }> {
  const row = await transactionInScope(db, caller, id)
  const gifts = await giftsOfPurchases(db, [id])
  return { data: await withRelations(posy, db, caller, { row, ...gifts(id) }, embed) }
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
    if (row) purchases.push(await withRelations(posy, db, caller, { row, ...gifts(id) }, embed))
  }
  return purchases
}

/** The gifts of each purchase, and what was given back of them. */
async function giftsOfPurchases(db: Db | Tx, ids: readonly string[]) {
  const hugggIds = await hugggIdsOfTransactions(db, ids, EMBEDDED_GIFTS)
  const refunds = await refundsOfTransactions(db, ids)
  return (id: string) => ({ hugggIds: hugggIds.get(id) ?? [], refundedPence: refunds.get(id) ?? 0 })
}

async function withRelations(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  { row, hugggIds, refundedPence }: { row: TransactionRecord; hugggIds: string[]; refundedPence: number },
  embed: readonly string[],
): Promise<Transaction> {
  const data = serializePurchase(row, hugggIds, refundedPence)
  if (!embed.length) return data
  const embedded: NonNullable<Transaction['embedded']> = {}
  const ofGifts = giftRelations(embed)
  if (embed.some((name) => name === 'hugggs' || name.startsWith('hugggs.')) || ofGifts.length) {
    const { rows } = await hugggsOfTransaction(db, row.id, { page: 1, perPage: EMBEDDED_GIFTS })
    embedded.hugggs = await serializeGifts(posy, db, caller, rows, [...relationsWithin(embed, 'hugggs'), ...ofGifts])
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

/** What only gifts have, asked of a purchase, is asked of each of its gifts. */
const giftRelations = (embed: readonly string[]) =>
  embed.filter((name) =>
    ['choice', 'voucher', 'redemptions', 'sender', 'receiver', 'reaction'].includes(name.split('.')[0]!),
  )

/** `hugggs.purchase.brand` asks for `purchase.brand` of each huggg. */
const relationsWithin = (embed: readonly string[], relation: string) =>
  embed.filter((name) => name.startsWith(`${relation}.`)).map((name) => name.slice(relation.length + 1))

const outcome = (result: BulkResult) => ({
  data: {
    changed: result.changed,
    ...(result.refundedPence === undefined ? {} : { refunded: result.refundedPence }),
    refused: result.refused.map(({ hugggId, why }) => ({ huggg_id: hugggId, reason: why })),
  },
})

export const transactionRoutes: Route[] = [
  command(contract.createTransaction, async ({ work, caller, body, query }) => {
    const { purchase } = body
    if (purchase.type === 'walletTopUp') return { data: await topUpByPurchase(work, caller, { ...body, purchase }) }
    const bought = await createTransaction(work, caller, { ...body, purchase })
    if ('orderId' in bought) return { data: { ...bought, approval: 'pending' as const } }
    return transactionAnswer(work.posy, work.tx, caller, bought.transactionId, query.embed)
  }),
  read(contract.getTransaction, async ({ posy, db, caller, params, query }) => {
    try {
      return await transactionAnswer(posy, db, caller, params.id, query.embed)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
      const topUp = await topUpTransaction(db, caller, params.id)
      if (!topUp) throw error
      return { data: topUp }
    }
  }),
  command(contract.updateTransaction, async ({ work, caller, params, body }) => {
    const { message, from_name, ...details } = body
    const before = await transactionInScope(work.tx, caller, params.id)
    // Words that were read and come back are none of the change: gifts that have left keep theirs.
    const isReworded =
      (message !== undefined && message !== before.message) ||
      (from_name !== undefined && from_name !== before.from_name)
    if (isReworded) {
      await rewordGifts(work, caller, {
        transactionId: params.id,
        ...(message === undefined ? {} : { message }),
        ...(from_name === undefined ? {} : { from_name }),
      })
    }
    await updateTransaction(work, caller, params.id, details)
    return transactionAnswer(work.posy, work.tx, caller, params.id)
  }),
  read(transactionHugggs.listTransactionHugggs, async ({ posy, db, caller, params, query, request }) => {
    await transactionInScope(db, caller, params.id)
    const { rows, total } = await hugggsOfTransaction(db, params.id, { page: query.page, perPage: query.per_page })
    return offsetPage(await serializeGifts(posy, db, caller, rows, query.embed ?? []), total, {
      ...query,
      url: request.url,
    })
  }),
  command(transactionHugggs.cancelTransactionHugggs, async ({ work, caller, params }) => {
    await transactionInScope(work.tx, caller, params.id)
    return outcome(await cancelHugggs(work, caller, { transactionId: params.id }))
  }),
  command(transactionHugggs.sendTransactionHugggs, async ({ work, caller, params, body }) => ({
    data: { changed: await sendToReceivers(work, caller, params.id, body), refused: [] },
  })),
  command(transactionHugggs.sendTransactionHugggsNow, async ({ work, caller, params }) => ({
    data: { changed: await sendNow(work, caller, params.id), refused: [] },
  })),
  command(transactionHugggs.changeTransactionHugggs, async ({ work, caller, params, body }) => {
    await transactionInScope(work.tx, caller, params.id)
    return outcome(
      await changeDates(work, caller, {
        transactionId: params.id,
        ...(body.expiry ? { expiryDate: toDate(expiryInstant(body.expiry)) } : {}),
        ...(body.sentDate ? { sendAt: toDate(Temporal.Instant.from(body.sentDate)) } : {}),
      }),
    )
  }),
  command(transactionHugggs.changeTransactionPeople, async ({ work, caller, params, body }) => {
    const { team_id: teamId } = await transactionInScope(work.tx, caller, params.id)
    return outcome(await changePeople(work, caller, { transactionId: params.id, teamId, ...body }))
  }),
  command(transactionHugggs.toggleTransactionHugggsSent, async ({ work, caller, params, body }) => {
    await transactionInScope(work.tx, caller, params.id)
    return outcome(await toggleSent(work, caller, { transactionId: params.id, sent: body.sent }))
  }),
  command(raiseSuperHugggLimit, async ({ work, caller, params, body }) => {
    const id = await raiseLimit(work, caller, { superHugggId: params.id, ...body })
    return transactionAnswer(work.posy, work.tx, caller, id)
  }),
]
