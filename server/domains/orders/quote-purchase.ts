import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Quote, QuoteRequest } from '#contract/orders.ts'
import { Receiver } from '#contract/transactions.ts'
import { invalidFields } from '#server/kit/problem.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { loadFacts } from './load-facts.ts'
import { asOrderProblem, draftOfOrder } from './order.ts'
import { orderInScope } from './order-queries.ts'
import { costPerGift, type Draft, draftOf, type PricePerGift, priceOf } from './purchase.ts'
import { type PurchaseProblem, problemsOf } from './purchase-rules.ts'
import { type CsvReading, readReceiversCsv } from './receivers-csv.ts'
import { alreadyBought } from './save-order.ts'

export interface Quoted {
  quote: Quote | null
  problems: (PurchaseProblem & { line?: number })[]
  canBuy: boolean
  receivers?: { email: string; name: string | null; notes: string | null }[]
}

/**
 * A dry run: the price and everything that stands against a purchase, by the very rules that the purchase obeys.
 * @throws not_found for a product, wallet, charge or order that is not there; wrong_state for an order that was bought
 */
export async function quotePurchase(
  { posy, db, at }: { posy: Posy; db: Db; at: Date },
  caller: Principal,
  { purchase, payment, csv }: QuoteRequest,
): Promise<Quoted> {
  const table = csv === undefined ? undefined : readReceiversCsv(csv)
  if (table && (purchase.type === 'order' || purchase.receivers?.length))
    throw invalidFields([{ path: 'csv', message: 'give receivers once: in the purchase or as CSV' }])
  const draft =
    purchase.type === 'order'
      ? await draftOfOpenOrder(db, caller, purchase.reference)
      : looseDraft(table ? { ...purchase, receivers: table.receivers } : purchase)
  const facts = await loadFacts({ posy, db, at }, caller, draft, payment ?? null)
  const problems = problemsOf(draft, facts).map((problem) => named(draft, table, problem))
  if (table?.error) problems.unshift({ code: 'invalid', path: 'csv', ...table.error })
  return {
    quote: facts.product && quoteOf(draft, priceOf(facts.product), facts.product.currency),
    problems,
    canBuy: problems.length === 0,
    ...(table ? { receivers: table.receivers.map(({ line: _, ...receiver }) => receiver) } : {}),
  }
}

async function draftOfOpenOrder(db: Db, caller: Principal, id: string): Promise<Draft> {
  const order = await orderInScope(db, caller, id)
  if (order.transactionId) throw alreadyBought(order.transactionId)
  return draftOfOrder(order)
}

type LoosePurchase = Exclude<QuoteRequest['purchase'], { type: 'order' }>

/** A purchase whose receivers are as typed: a row that cannot be read keeps its place, with what is wrong with it. */
function looseDraft({ receivers = [], ...purchase }: LoosePurchase): Draft {
  const malformedRows = new Map<number, ErrorDetail[]>()
  const rows = receivers.map((row, index): Receiver => {
    const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value))
    const parsed = Receiver.safeParse(given)
    if (parsed.success) return parsed.data
    malformedRows.set(
      index,
      parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    )
    return {}
  })
  return { ...draftOf({ ...purchase, receivers: rows }), malformedRows }
}

/** A problem under the name the caller knows the field by. */
function named(draft: Draft, table: CsvReading | undefined, problem: PurchaseProblem): Quoted['problems'][number] {
  if (draft.order) return asOrderProblem(draft.order.type, problem)
  if (!table || !problem.path.startsWith('purchase.receivers')) return problem
  const line = problem.row === undefined ? undefined : table.receivers[problem.row]?.line
  const path = problem.path.replace(/^purchase\.receivers/, 'csv')
  return { ...problem, path, ...(line === undefined ? {} : { line }) }
}

function quoteOf({ quantity, deliveryMethod }: Draft, price: PricePerGift, currency: string): Quote {
  const { facePence, faceVatPence, feePence, feeVatPence } = price
  return {
    currency,
    quantity,
    deliveryMethod,
    perItem: {
      face: facePence,
      faceVat: faceVatPence,
      fee: feePence,
      feeVat: feeVatPence,
      total: costPerGift(price),
    },
    face: facePence * quantity,
    fees: feePence * quantity,
    net: (facePence - faceVatPence + feePence) * quantity,
    vat: (faceVatPence + feeVatPence) * quantity,
    total: costPerGift(price) * quantity,
  }
}
