import { useOutletContext } from 'react-router'
import type { Product } from '#contract/catalogue.ts'
import type { HugggOrder, Quote } from '#contract/orders.ts'

/** What stands against buying a draft as it is, in words for its sender. */
export interface Obstacle {
  /** The field of the order it is about. */
  field: string
  message: string
}

/** A gift on its way to be bought: the saved order, its product, and what it would cost. */
export interface Draft {
  order: HugggOrder
  product: Product | null
  quote: Quote | null
  obstacles: Obstacle[]
}

/** The draft that the wizard's frame has loaded. */
export const useDraft = (): Draft => useOutletContext<Draft>()

/** The draft of a step that only makes sense with a gift. */
export function useGiftDraft(): Draft & { product: Product } {
  const draft = useDraft()
  if (!draft.product) throw new Error('This step needs a gift.')
  return { ...draft, product: draft.product }
}
