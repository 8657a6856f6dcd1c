export { addressColumns, addressedRows, readAddress } from './addresses.ts'
export { capProblems, overCap } from './cap-rules.ts'
export { type FieldNames, fieldsIn, purchaseFields, shareableFieldsIn } from './field-names.ts'
export { type LoadedFacts, type LoadedPayment, loadFacts, loadSmsText, teamRules } from './load-facts.ts'
export { calculateQuote, costPerGift, type PricePerGift, pricePerGift, textPence } from './price.ts'
export { type AskedShareable, type PurchaseRequest, toPurchaseRequest } from './purchase-request.ts'
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
export { findSegmentPictures, type SegmentPictures, showSegmentPictures } from './segment-pictures.ts'
export { addressesOfTeamUsers } from './user-addresses.ts'
