import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Pence } from '#kit/money.ts'
import { capMessage, capReason, isOverCap, type SpendCapFacts } from '#server/domains/hugggs/index.ts'
import { readAddress, type UserAddresses } from './addresses.ts'
import type { PurchaseRequest } from './purchase.ts'

type Receivers = Pick<PurchaseRequest, 'receivers' | 'malformedRows' | 'deliveryMethod'>
type Known = UserAddresses & { team: { territory: string } }

export interface CapProblem extends ErrorDetail {
  code: 'spend_cap_reached'
}

/** Each row with where it goes, as far as that can be told. */
const capRows = ({ receivers, malformedRows, deliveryMethod: method }: Receivers, facts: Known) =>
  receivers.flatMap((receiver, row) => {
    if (malformedRows?.has(row)) return []
    const { address } = readAddress(receiver, facts, { method, territory: facts.team.territory })
    const field = receiver.user_id ? 'user_id' : method === 'sms' ? 'phone_number' : 'email'
    return address === null ? [] : [{ row, address, field }]
  })

export const addressesIn = (draft: Receivers, facts: Known): string[] =>
  capRows(draft, facts).map(({ address }) => address)

/** The rows whose people would get more than their organisation lets one person have. */
export const capProblems = (
  draft: Receivers,
  facts: Known & { spendCap: SpendCapFacts; pence: Pence },
  prefix = 'purchase.receivers',
): CapProblem[] =>
  capRows(draft, facts).flatMap(({ row, address, field }) => {
    const { cap } = facts.spendCap
    if (!isOverCap(facts.spendCap, address, facts.pence)) return []
    const path = `${prefix}.${row}.${field}`
    return [
      { code: 'spend_cap_reached' as const, path, message: capMessage(cap), row, reason: capReason(facts.spendCap) },
    ]
  })

/** As capProblems, for a purchase whose price is known. */
export const overCap = (
  draft: PurchaseRequest,
  facts: Known & { spendCap: SpendCapFacts | null; product: { senderPricePence: Pence } | null },
): CapProblem[] =>
  facts.spendCap && facts.product
    ? capProblems(draft, { ...facts, spendCap: facts.spendCap, pence: facts.product.senderPricePence })
    : []
