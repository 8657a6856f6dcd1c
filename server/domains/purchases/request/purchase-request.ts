import type { ErrorDetail } from '#contract/core/errors.ts'
import type { OrderType } from '#contract/orders/orders.ts'
import type { DeliveryMethod, Purchase, Receiver, SuperhugggPurchase } from '#contract/orders/purchase.ts'
import type { ClaimTerms } from '#server/domains/superhugggs/index.ts'
import { type FieldNames, purchaseFields, shareableFields } from './field-names.ts'

/** A purchase as its rules, its price and its rows read it, however it was asked for; without a product only in a dry run. */
export interface PurchaseRequest extends Omit<Purchase, 'type' | 'reference' | 'deliveryMethod'> {
  type: 'huggg' | 'bulkHugggs' | 'superhuggg'
  reference: string | undefined
  quantity: number
  deliveryMethod: DeliveryMethod
  receivers: Receiver[]
  /** What errors call each part of it. */
  names: FieldNames
  /** Of a shareable gift: how its gifts are claimed. */
  claims?: ClaimTerms
  /** The shareable gift whose limit it raises, its team, and how many gifts it had. */
  raises?: { id: string; teamId: string; before: number }
  /** The theme and the look of what it adds to, whatever has happened to the theme. */
  keptTheme?: { id: string; lookId: string | null }
  /** The saved order it was made from. */
  order?: { id: string; type: OrderType; version: number }
  /** What is wrong with rows that could not be read at all, by row; only in a dry run. */
  malformedRows?: ReadonlyMap<number, ErrorDetail[]>
}

/** Who gets the gifts, and how. */
export type AskedReceivers = Pick<PurchaseRequest, 'names' | 'receivers' | 'malformedRows' | 'deliveryMethod'>

/** Gifts as they are asked for. A saved order may lack anything, and is sent by what it says. */
type AskedGifts = Pick<Purchase, 'type'> &
  Omit<Partial<Purchase>, 'type' | 'deliveryMethod'> & { deliveryMethod?: DeliveryMethod | undefined }

/** A shareable gift as it is asked for. */
export type AskedShareable = Pick<SuperhugggPurchase, 'type'> & Partial<Omit<SuperhugggPurchase, 'type'>>

/** Fills in what is left open. Gifts without receivers go by links; a shareable gift is as many as its limit, all alike. */
export function toPurchaseRequest(asked: AskedGifts | AskedShareable): PurchaseRequest {
  if (asked.type !== 'superhuggg') {
    const { receivers = [], deliveryMethod = methodFor(receivers), quantity = receivers.length || 1 } = asked
    return { ...asked, reference: asked.reference, receivers, deliveryMethod, quantity, names: purchaseFields }
  }
  const { limit, hugggExpiryDate, perPerson = 1, claimMethod = 'email', claimRestrictions, ...purchase } = asked
  return {
    ...purchase,
    reference: purchase.reference,
    receivers: [],
    quantity: limit ?? 1,
    deliveryMethod: 'superhuggg',
    ...(hugggExpiryDate ? { expiry: hugggExpiryDate } : {}),
    claims: { perPerson, claimMethod, claimRestrictions },
    names: shareableFields,
  }
}

/** A user has an address and may have a mobile number, so numbers decide where no address is given. */
const methodFor = (receivers: readonly Receiver[]): DeliveryMethod => {
  if (receivers.length === 0) return 'links'
  const [hasNumber, hasAddress] = [receivers.some((one) => one.phone_number), receivers.some(({ email }) => email)]
  return hasNumber && !hasAddress ? 'sms' : 'email'
}
