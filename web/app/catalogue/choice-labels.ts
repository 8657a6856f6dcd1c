import type { Product } from '#contract/catalogue/catalogue.ts'
import { formatMoney } from '#kit/money.ts'

type Chosen = Pick<Product, 'kind' | 'senderPrice' | 'currency'>

/** What a sender wants to know of a choice before giving it; nothing of other gifts. */
export const choiceFacts = ({ kind, senderPrice, currency }: Chosen): { name: string; value: string }[] =>
  kind === 'choice'
    ? [
        { name: 'Worth', value: `Up to ${formatMoney(senderPrice, currency)}: each recipient chooses` },
        { name: 'Left over', value: 'What a cheaper choice leaves over is returned to you when it is chosen' },
      ]
    : []

/** The same in a sentence; null of other gifts. */
export const choiceSentence = ({ kind, senderPrice, currency }: Chosen): string | null =>
  kind === 'choice'
    ? `Each recipient chooses a gift worth up to ${formatMoney(senderPrice, currency)}. What a cheaper choice leaves over is returned to you, without the fee, and we email you the sum the next morning.`
    : null
