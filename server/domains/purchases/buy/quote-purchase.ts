import type { z } from 'zod'
import type { Answer } from '#contract/core/endpoint.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import type { quotePurchase as contract, LooseReceiver, Quote, QuoteRequest } from '#contract/orders/orders.ts'
import { Receiver } from '#contract/orders/purchase.ts'
import type { Db } from '#server/platform/database/database.ts'
import { issueMessage } from '#server/platform/http/issue-message.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { approvalNeeded, listApprovers } from '../approvals/index.ts'
import { alreadyBought, orderInScope, requestFromOrder } from '../orders/index.ts'
import {
  calculateQuote,
  checkPurchase,
  type FieldNames,
  type LoadedFacts,
  loadFacts,
  type PurchaseProblem,
  type PurchaseRequest,
  purchaseFields,
  toPurchaseRequest,
} from '../request/index.ts'
import { type CsvReading, readReceiversCsv } from './receivers-csv.ts'
import { listRecentGifts, type RecentGiftRow } from './recent-gifts.ts'
import { type PurchaseWarning, purchaseWarnings } from './warnings.ts'

export interface Quoted {
  quote: Quote | null
  problems: (PurchaseProblem & { line?: number })[]
  canBuy: boolean
  /** Where buying it would ask another person first. */
  approval: Answer<typeof contract>['data']['approval']
  /** What does not stand against it, and is better known before. */
  warnings: (PurchaseWarning & { line?: number })[]
  recent: RecentGiftRow[]
  receivers?: { email: string; phone_number: string | null; name: string | null; notes: string | null }[]
}

/**
 * A dry run: the price and everything that stands against a purchase, by the very rules that the purchase obeys.
 * @throws not_found for a product, wallet, charge or order that is not there; wrong_state for an order that was bought
 */
export async function quotePurchase(
  { posy, db, at }: { posy: Posy; db: Db; at: Date },
  caller: Principal,
  { purchase, payment, csv }: QuoteRequest,
  names?: FieldNames,
): Promise<Quoted> {
  const table =
    csv === undefined
      ? undefined
      : readReceiversCsv(csv, 'deliveryMethod' in purchase ? purchase.deliveryMethod : undefined)
  const hasReceivers = 'receivers' in purchase && Boolean(purchase.receivers?.length)
  if (table && (purchase.type === 'order' || purchase.type === 'superhuggg' || hasReceivers))
    throw invalidFields([{ path: 'csv', message: 'give receivers once: in the purchase or as CSV' }])
  const asked = await readRequest(db, caller, purchase, table)
  const request = names ? { ...asked, names } : asked
  const facts = await loadFacts({ posy, db, at }, caller, request, payment ?? null)
  const problems = checkPurchase(request, facts).map((problem) => withLine(table, problem))
  if (table?.error) problems.unshift({ code: 'invalid', path: 'csv', ...table.error })
  const quote = facts.product && calculateQuote(request, facts.text, facts.product)
  const warnings = (await purchaseWarnings({ posy, db }, request, facts)).map((warning) => withLine(table, warning))
  return {
    quote,
    problems,
    warnings: [...warnings, ...(table?.unreadColumns ?? []).map(unreadColumnWarning)],
    recent: await listRecentGifts({ db, at }, caller, request, facts),
    canBuy: problems.length === 0,
    approval: quote && (await loadApproval({ db, at }, caller, facts, quote)),
    ...(table
      ? { receivers: table.receivers.map(({ line: _, phone, ...receiver }) => ({ ...receiver, phone_number: phone })) }
      : {}),
  }
}

/** Who would be asked first, and why. */
async function loadApproval(
  { db, at }: { db: Db; at: Date },
  caller: Principal,
  { teamId, isAllowance }: LoadedFacts,
  { currency, total }: Quote,
): Promise<Quoted['approval']> {
  const { userId } = member(caller)
  const needed = await approvalNeeded(db, at, { userId, teamId, isAllowance, currency, totalPence: total })
  if (!needed) return null
  const { reason, limitPence: limit, spentPence: spentToday } = needed
  return { reason, limit, spentToday, currency, approvers: await listApprovers(db, { userId, teamId }) }
}

async function readRequest(
  db: Db,
  caller: Principal,
  purchase: QuoteRequest['purchase'],
  table: CsvReading | undefined,
): Promise<PurchaseRequest> {
  if (purchase.type === 'order') {
    const order = await orderInScope(db, caller, purchase.reference)
    if (order.transactionId) throw alreadyBought(order.transactionId)
    return requestFromOrder(order)
  }
  if (purchase.type === 'superhuggg') return toPurchaseRequest(purchase)
  if (!table) return toRequestAsTyped(purchase)
  const receivers = toReceiverRows(table)
  return { ...toRequestAsTyped({ ...purchase, receivers }), names: { ...purchaseFields, receivers: 'csv' } }
}

/** What a table says of each receiver, as far as it is for the way the gifts leave by. */
const toReceiverRows = ({ receivers, isOfNumbers }: CsvReading): LooseReceiver[] =>
  receivers.map(({ email, phone, name, notes }) => ({
    ...(isOfNumbers ? { phone_number: phone } : { email }),
    name,
    notes,
  }))

const unreadColumnWarning = (heading: string): PurchaseWarning => ({
  code: 'unread_column',
  path: 'csv',
  message: `has a column “${heading}” that was not read`,
})

type LoosePurchase = Exclude<QuoteRequest['purchase'], { type: 'order' | 'superhuggg' }>

/** A purchase whose receivers are as typed: a row that cannot be read keeps its place, with what is wrong with it. */
function toRequestAsTyped({ receivers = [], ...purchase }: LoosePurchase): PurchaseRequest {
  const malformedRows = new Map<number, ErrorDetail[]>()
  const rows = receivers.map((row, index): Receiver => {
    const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value))
    const parsed = Receiver.safeParse(given, { error: issueMessage })
    if (parsed.success) return parsed.data
    malformedRows.set(index, parsed.error.issues.map(malformed))
    return {}
  })
  return { ...toPurchaseRequest({ ...purchase, receivers: rows }), malformedRows }
}

function malformed({ path, message, code }: z.core.$ZodIssue): ErrorDetail {
  const detail = { path: path.join('.'), message }
  if (code !== 'invalid_format') return detail
  if (detail.path === 'email') return { ...detail, reason: { code: 'email_malformed' } }
  return detail.path === 'phone_number' ? { ...detail, reason: { code: 'phone_malformed' } } : detail
}

/** What stands against a row of a table, with the line that it ends on. */
function withLine<P extends ErrorDetail>(table: CsvReading | undefined, problem: P): P & { line?: number } {
  const isOfTable = table && problem.row !== undefined && problem.path.startsWith('csv.')
  const line = isOfTable ? table.receivers[problem.row!]?.line : undefined
  return line === undefined ? problem : { ...problem, line }
}
