import { approveOrder as approveOrderContract } from '#contract/orders/approvals.ts'
import { quotePurchase as quotePurchaseContract } from '#contract/orders/orders.ts'
import * as contract from '#contract/orders/transactions.ts'
import { raiseSuperHugggLimit } from '#contract/superhugggs/super-hugggs.ts'
import { toDate } from '#kit/time.ts'
import { recordLinksRead, shownLinks } from '#server/domains/hugggs/links/index.ts'
import { rewordGifts } from '#server/domains/hugggs/sender/index.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { readApproval } from '../approvals/index.ts'
import { transactionInScope, updateTransaction } from '../record/index.ts'
import { approveOrder } from './approve-order.ts'
import { createTransaction } from './create-transaction.ts'
import { quotePurchase } from './quote-purchase.ts'
import { raiseLimit } from './raise-limit.ts'
import { topUpByPurchase, topUpTransaction } from './top-up-by-purchase.ts'
import { madePurchase, transactionAnswer } from './transaction-answer.ts'

export const transactionRoutes: Route[] = [
  read(quotePurchaseContract, async ({ posy, db, caller, body }) => ({
    data: await quotePurchase({ posy, db, at: toDate(posy.clock.now()) }, caller, body),
  })),
  command(contract.createTransaction, async ({ work, caller, body, query }) => {
    const { purchase } = body
    if (purchase.type === 'walletTopUp') return { data: await topUpByPurchase(work, caller, { ...body, purchase }) }
    const bought = await createTransaction(work, caller, { ...body, purchase })
    if ('orderId' in bought) return { data: { ...bought, approval: 'pending' as const } }
    return madePurchase(work, caller, bought.transactionId, query.embed)
  }),
  read(contract.getTransaction, async ({ posy, db, caller, params, query }) => {
    try {
      const answered = await transactionAnswer(posy, db, caller, params.id, query.embed)
      await recordLinksRead(posy, caller.actor, shownLinks(answered.data.embedded?.hugggs ?? []))
      return answered
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
    return madePurchase(work, caller, params.id)
  }),
  command(approveOrderContract, async ({ work, caller, params, body }) => {
    await approveOrder(work, caller, params.id, body)
    return { data: await readApproval(work.posy, work.tx, caller, params.id, work.at) }
  }),
  command(raiseSuperHugggLimit, async ({ work, caller, params, body }) => {
    const id = await raiseLimit(work, caller, { superHugggId: params.id, ...body })
    return madePurchase(work, caller, id)
  }),
]
