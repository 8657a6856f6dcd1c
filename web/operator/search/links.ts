import type { OperatorHit } from '#contract/operator/search.ts'
import { paths } from '#web/paths.ts'

/** Where a hit leads; null for a person who is in no team. */
export function hitPath({ kind, id, title, purchaseId, customer }: OperatorHit): string | null {
  switch (kind) {
    case 'person':
      return customer && paths.operatorCustomerMember(customer.id, id)
    case 'charge':
      return paths.operatorCharge(id)
    case 'product':
      return paths.operatorStockFor(title)
    case 'merchant':
      return paths.operatorMerchant(id)
    case 'merchant-statement':
      return paths.operatorMerchantStatement(id)
    case 'merchant-file':
      return paths.operatorMerchantFiles
    case 'payout':
    case 'payout-file':
      return paths.operatorPayouts
    case 'program':
      return paths.operatorProgram(id)
    case 'request':
      return paths.operatorProgramRequest(id, title)
    case 'approval':
      return customer && paths.operatorCustomerList(customer.id, 'approvals')
    case 'bank-line':
      return paths.operatorBankLine(id)
    case 'bank-file':
      return paths.operatorBankSettled
    case 'budget':
      return paths.operatorBudget(id)
    case 'wallet':
      return paths.operatorWallet(id)
    case 'award':
      return paths.operatorAward(id)
    case 'gift':
      return paths.operatorGift(id)
    case 'document':
      return paths.operatorDocument(id)
    default:
      if (purchaseId) return paths.operatorPurchase(purchaseId)
      return customer ? paths.operatorCustomer(customer.id) : null
  }
}
