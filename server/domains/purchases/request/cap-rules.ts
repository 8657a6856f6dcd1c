import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Pence } from '#kit/money.ts'
import { capMessage, capReason, isOverCap, type SpendCapFacts } from '#server/domains/hugggs/sender/index.ts'
import { addressedRows, type KnownAddresses } from './addresses.ts'
import type { AskedReceivers, PurchaseRequest } from './purchase-request.ts'

export interface CapProblem extends ErrorDetail {
  code: 'spend_cap_reached'
}

/** The rows whose people would get more than their organisation lets one person have. */
export const capProblems = (
  request: AskedReceivers,
  facts: KnownAddresses & { spendCap: SpendCapFacts; pence: Pence },
): CapProblem[] =>
  addressedRows(request, facts).flatMap(({ row, address, path }) => {
    const { cap } = facts.spendCap
    if (!isOverCap(facts.spendCap, address, facts.pence)) return []
    return [
      { code: 'spend_cap_reached' as const, path, message: capMessage(cap), row, reason: capReason(facts.spendCap) },
    ]
  })

/** As capProblems, for a purchase whose price is known. */
export const overCap = (
  request: PurchaseRequest,
  facts: KnownAddresses & { spendCap: SpendCapFacts | null; product: { senderPricePence: Pence } | null },
): CapProblem[] =>
  facts.spendCap && facts.product
    ? capProblems(request, { ...facts, spendCap: facts.spendCap, pence: facts.product.senderPricePence })
    : []
