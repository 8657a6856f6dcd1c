import { useOutletContext } from 'react-router'
import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import type { HugggOrder, Order, Quote, quotePurchase } from '#contract/orders/orders.ts'

/** What stands against buying a draft as it is, in words for its sender. */
interface Obstacle {
  /** The field of the order it is about. */
  field: string
  message: string
}

export type RecentGift = Answer<typeof quotePurchase>['data']['recent'][number]

/** A gift on its way to be bought: the saved order, its product, and what it would cost. */
export interface DraftOrder {
  order: Order
  product: Product | null
  quote: Quote | null
  /** Recipients were typed who are not the order's yet. */
  hasTyped: boolean
  /** Whom buying it asks first, where it is above a limit of the team. */
  approval: Answer<typeof quotePurchase>['data']['approval']
  obstacles: Obstacle[]
  /** Recipients whom no message reaches, because they have stopped them or earlier ones failed. */
  unreached: number
  /** Recipients who would get more than the organisation means one person to have. */
  overCap: number
  /** Recipients who had a gift from the team lately, the latest of each. */
  recent: readonly RecentGift[]
}

/** The draft that the wizard's frame has loaded. */
export const useDraft = (): DraftOrder => useOutletContext<DraftOrder>()

/** The draft of a step that only makes sense with a gift. */
export function useReadyDraft(): DraftOrder & { product: Product } {
  const draft = useDraft()
  if (!draft.product) throw new Error('This step needs a gift.')
  return { ...draft, product: draft.product }
}

/** The draft of a step that gifts for one link do not have. */
export function useGiftDraft(): DraftOrder & { product: Product; order: HugggOrder } {
  const { order, ...draft } = useReadyDraft()
  if (order.type === 'superhuggg') throw new Error('Gifts for one link have no such step.')
  return { ...draft, order }
}
