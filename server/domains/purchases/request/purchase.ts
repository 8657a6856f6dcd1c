import type { ErrorDetail } from '#contract/core/errors.ts'
import type { OrderType, Quote } from '#contract/orders/orders.ts'
import type { DeliveryMethod, Purchase, Receiver, SuperhugggPurchase } from '#contract/orders/purchase.ts'
import { type Pence, STANDARD_VAT_BASIS_POINTS, vatInGross, vatOnNet } from '#kit/money.ts'
import type { TextLength } from '#kit/text-segments.ts'
import type { ClaimTerms } from '#server/domains/superhugggs/index.ts'

/** What one gift costs the sender, in pence. */
export interface PricePerGift {
  /** The gift itself, VAT of a single-purpose voucher included. */
  facePence: Pence
  /** The VAT inside the face: 0 for a multi-purpose voucher. */
  faceVatPence: Pence
  feePence: Pence
  feeVatPence: Pence
}

export interface PricedProduct {
  senderPricePence: Pence
  handlingFeePence: Pence
  vatVoucherType: 'SPV' | 'MPV'
  vatBasisPoints: number
}

/**
 * Prices one gift of a product. An SPV's price includes VAT at the product's rate; an MPV's face carries none. The fee
 * is quoted without VAT and carries the standard rate; the gift's text is part of it. Each VAT amount is rounded half-even per gift.
 */
export const pricePerGift = (product: PricedProduct, textPence: Pence = 0): PricePerGift => ({
  facePence: product.senderPricePence,
  faceVatPence: product.vatVoucherType === 'SPV' ? vatInGross(product.senderPricePence, product.vatBasisPoints) : 0,
  feePence: product.handlingFeePence + textPence,
  feeVatPence: vatOnNet(product.handlingFeePence + textPence, STANDARD_VAT_BASIS_POINTS),
})

/** The text that a gift leaves by. */
export interface TextPrice extends TextLength {
  pencePerSegment: Pence
}

export const textPence = (text: TextPrice | null): Pence => (text ? text.segments * text.pencePerSegment : 0)

export const costPerGift = (price: PricePerGift): Pence => price.facePence + price.feePence + price.feeVatPence

/** A purchase with the defaults it leaves open filled in; without a product only in a dry run. */
export interface PurchaseRequest extends Omit<Purchase, 'type' | 'reference' | 'deliveryMethod'> {
  type: 'huggg' | 'bulkHugggs' | 'superhuggg'
  reference: string | undefined
  quantity: number
  deliveryMethod: DeliveryMethod
  receivers: Receiver[]
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

/** A user has an address and may have a mobile number, so numbers decide where no address is given. */
const methodFor = (receivers: readonly Receiver[]): DeliveryMethod => {
  if (receivers.length === 0) return 'links'
  const [hasNumber, hasAddress] = [receivers.some((one) => one.phone_number), receivers.some(({ email }) => email)]
  return hasNumber && !hasAddress ? 'sms' : 'email'
}

/** Without receivers a purchase makes one shareable link. */
export function toPurchaseRequest(
  purchase: Omit<Purchase, 'reference' | 'deliveryMethod'> & {
    reference?: string | undefined
    deliveryMethod?: DeliveryMethod | undefined
  },
): PurchaseRequest {
  const receivers = purchase.receivers ?? []
  return {
    ...purchase,
    reference: purchase.reference,
    receivers,
    deliveryMethod: purchase.deliveryMethod ?? methodFor(receivers),
    quantity: purchase.quantity ?? (receivers.length || 1),
  }
}

/** A shareable gift is as many gifts as its limit, all alike; how they are claimed is its own. */
export function draftOfShareable({
  limit,
  hugggExpiryDate,
  perPerson,
  claimMethod,
  claimRestrictions,
  ...purchase
}: Omit<Partial<SuperhugggPurchase>, 'type'>): PurchaseRequest {
  return {
    ...purchase,
    type: 'superhuggg',
    reference: purchase.reference,
    receivers: [],
    quantity: limit ?? 1,
    deliveryMethod: 'superhuggg',
    ...(hugggExpiryDate ? { expiry: hugggExpiryDate } : {}),
    claims: { perPerson: perPerson ?? 1, claimMethod: claimMethod ?? 'email', claimRestrictions },
  }
}

/** What a draft would cost, as it is told. */
export function calculateQuote(
  { quantity, deliveryMethod }: PurchaseRequest,
  text: TextPrice | null,
  product: PricedProduct & { currency: string },
): Quote {
  const price = pricePerGift(product, textPence(text))
  const { currency } = product
  const { facePence, faceVatPence, feePence, feeVatPence } = price
  return {
    currency,
    quantity,
    deliveryMethod,
    perItem: {
      face: facePence,
      faceVat: faceVatPence,
      fee: feePence,
      feeVat: feeVatPence,
      total: costPerGift(price),
    },
    face: facePence * quantity,
    fees: feePence * quantity,
    net: (facePence - faceVatPence + feePence) * quantity,
    vat: (faceVatPence + feeVatPence) * quantity,
    total: costPerGift(price) * quantity,
    text: text && {
      segments: text.segments,
      encoding: text.encoding,
      pencePerSegment: text.pencePerSegment,
      perItem: textPence(text),
    },
  }
}
