import type { Choice, Huggg } from '#contract/hugggs/hugggs.ts'
import { formatMoney } from '#kit/money.ts'
import { plural } from '#web/ui/format.ts'

/** What a recipient may choose from, shelf by shelf: how many gifts, and what they are worth. */
export interface Offered {
  name: string
  count: number
  least: number
  most: number
}

/** Of the segments that its sender kept. Nothing for a gift without a choice, or one that has been chosen. */
export function offeredOptions({ meta, embedded }: Pick<Huggg, 'meta' | 'embedded'>): Offered[] {
  if (!embedded?.choice || embedded.choice.chosen) return []
  const kept = meta.gwcSegments?.map(({ id }) => id) ?? []
  return (embedded.purchase?.embedded?.segments ?? [])
    .filter(({ id, options }) => options.length > 0 && (kept.length === 0 || kept.includes(id)))
    .map(({ name, options }) => {
      const prices = options.map(({ senderPrice }) => senderPrice)
      return { name, count: options.length, least: Math.min(...prices), most: Math.max(...prices) }
    })
}

export const offeredLabel = ({ count, least, most }: Offered, currency: string): string =>
  `${plural(count, 'gift')}, ${formatMoney(least, currency)}${most > least ? ` to ${formatMoney(most, currency)}` : ''}`

export const chosenLabel = ({ chosen }: Choice, currency: string): string =>
  chosen ? `${chosen.name}, ${chosen.brand_name} (${formatMoney(chosen.price, currency)})` : 'Not chosen yet'

/** What happens to the money that the choice did not need; null where there is none. */
export function leftOverLabel({ left_over, returned, gives_change }: Choice, currency: string): string | null {
  if (left_over === 0) return null
  const money = formatMoney(left_over, currency)
  if (returned > 0) return `${money}, returned when it was chosen`
  return gives_change ? `${money} is returned once the gift is used` : `${money}, which is not refunded`
}
