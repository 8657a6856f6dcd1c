import type { OperatorHit } from '#contract/operator/search.ts'
import { paths } from '#web/paths.ts'

/** Where a hit leads; null for a person who is in no team. */
export const hitPath = ({ kind, id, purchaseId, customer }: OperatorHit): string | null => {
  if (kind === 'charge') return paths.operatorCharge(id)
  if (purchaseId) return paths.operatorPurchase(purchaseId)
  return customer ? paths.operatorCustomer(customer.id) : null
}
