import type { Quote } from '#contract/orders/orders.ts'
import { type Pence, STANDARD_VAT_BASIS_POINTS, vatInGross, vatOnNet } from '#kit/money.ts'
import type { TextLength } from '#kit/text-segments.ts'
import type { PurchaseRequest } from './purchase-request.ts'

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
  /** Its words. */
  sample: string
  pencePerSegment: Pence
}

export const textPence = (text: TextPrice | null): Pence => (text ? text.segments * text.pencePerSegment : 0)

export const costPerGift = (price: PricePerGift): Pence => price.facePence + price.feePence + price.feeVatPence

/** What a purchase would cost, as it is told. */
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
      units: text.units,
      sample: text.sample,
      pencePerSegment: text.pencePerSegment,
      perItem: textPence(text),
    },
  }
}
