import type { ErrorDetail } from '#contract/core/errors.ts'
import type { OrderType } from '#contract/orders.ts'
import type { DeliveryMethod, Purchase, Receiver } from '#contract/transactions.ts'
import { type Pence, STANDARD_VAT_BASIS_POINTS, vatInGross, vatOnNet } from '#server/kit/money.ts'

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
 * is quoted without VAT and carries the standard rate. Each VAT amount is rounded half-even per gift.
 */
export const priceOf = (product: PricedProduct): PricePerGift => ({
  facePence: product.senderPricePence,
  faceVatPence: product.vatVoucherType === 'SPV' ? vatInGross(product.senderPricePence, product.vatBasisPoints) : 0,
  feePence: product.handlingFeePence,
  feeVatPence: vatOnNet(product.handlingFeePence, STANDARD_VAT_BASIS_POINTS),
})

export const costPerGift = (price: PricePerGift): Pence => price.facePence + price.feePence + price.feeVatPence

/** A purchase with the defaults it leaves open filled in; without a product only in a dry run. */
export interface Draft extends Omit<Purchase, 'reference' | 'deliveryMethod'> {
  reference: string | undefined
  quantity: number
  deliveryMethod: DeliveryMethod
  receivers: Receiver[]
  /** The saved order it was made from. */
  order?: { id: string; type: OrderType }
  /** What is wrong with rows that could not be read at all, by row; only in a dry run. */
  malformedRows?: ReadonlyMap<number, ErrorDetail[]>
}

/** Without receivers a purchase makes one shareable link. */
export function draftOf(
  purchase: Omit<Purchase, 'reference' | 'deliveryMethod'> & {
    reference?: string | undefined
    deliveryMethod?: DeliveryMethod | undefined
  },
): Draft {
  const receivers = purchase.receivers ?? []
  return {
    ...purchase,
    reference: purchase.reference,
    receivers,
    deliveryMethod: purchase.deliveryMethod ?? (receivers.length ? 'email' : 'links'),
    quantity: purchase.quantity ?? (receivers.length || 1),
  }
}
