import { paths } from '#web/paths.ts'

/** Kinds that the search finds by their id. */
const soughtById = ['user', 'product', 'payout', 'superhuggg', 'award_batch']

/** The console's page of what an act was about; null where it has none. */
export function subjectPath({ kind, id }: { kind: string; id: string }): string | null {
  switch (kind) {
    case 'team':
      return paths.operatorCustomer(id)
    case 'transaction':
      return paths.operatorPurchase(id)
    case 'huggg':
      return paths.operatorGift(id)
    case 'document':
      return paths.operatorDocument(id)
    case 'wallet':
      return paths.operatorWallet(id)
    case 'automatedBudget':
      return paths.operatorBudget(id)
    case 'award':
      return paths.operatorAward(id)
    case 'apiKey':
    case 'client':
      return paths.operatorProgram(id)
    case 'charge':
      return paths.operatorCharge(id)
    case 'brand':
    case 'merchant':
      return paths.operatorMerchant(id)
    case 'plan':
      return paths.operatorPlan(id)
    case 'bank-line':
    case 'bankLine':
      return paths.operatorBankLine(id)
    default:
      return soughtById.includes(kind) ? paths.operatorSearchFor(id) : null
  }
}
