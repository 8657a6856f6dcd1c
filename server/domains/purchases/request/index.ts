export { addressColumns, readAddress } from './addresses.ts'
export { addressesIn, capProblems, overCap } from './cap-rules.ts'
export { type Funding, type LoadedFacts, loadFacts, loadSmsText, teamRules } from './load-facts.ts'
export {
  calculateQuote,
  costPerGift,
  draftOfShareable,
  type PricePerGift,
  type PurchaseRequest,
  pricePerGift,
  textPence,
  toPurchaseRequest,
} from './purchase.ts'
export {
  checkPurchase,
  expiryInstant,
  giftValidity,
  type PurchaseFacts,
  type PurchaseProblem,
  receiverProblems,
  sendAtInstant,
} from './purchase-rules.ts'
export { refuse } from './refuse-purchase.ts'
export { addressesOfTeamUsers } from './user-addresses.ts'
