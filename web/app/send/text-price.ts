import type { Quote } from '#contract/orders/orders.ts'
import { formatPrice } from '#kit/money.ts'
import { plural } from '#web/ui/format.ts'

/** What one text costs, and why: it is paid by its length. */
export function textPriceLabel(
  { segments, encoding, units, pencePerSegment, perItem }: NonNullable<Quote['text']>,
  currency: string,
): string {
  const price = formatPrice(perItem, currency)
  const length =
    segments === 1
      ? `Each text has ${units} letters, is one segment long and costs ${price}, plus VAT.`
      : `Each text has ${units} letters, is ${plural(segments, 'segment')} long and costs ${price}, plus VAT: ${formatPrice(pencePerSegment, currency)} a segment.`
  return encoding === 'UCS-2' ? `${length} A letter or emoji in the sender’s name makes it longer.` : length
}
