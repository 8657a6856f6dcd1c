import { redirect } from 'react-router'
import type { Allowance } from '#contract/budgets/participants.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'
import type { Quote } from '#contract/orders/orders.ts'
import { whyNot } from '#web/app/catalogue/gift-rules.ts'
import { loadGiftRules } from '#web/app/catalogue/load-gift-rules.server.ts'
import { readId } from '#web/http/read-id.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { requireSender } from '../load-draft.server.ts'

/** One gift to one address, paid from the sender's allowance. */
export interface OneGift {
  product: Product
  allowance: Allowance
  quote: Quote | null
  /** Why this gift may not be given; null where it may. */
  refusal: string | null
  /** Names this very page: pressing twice is one gift. */
  attempt: string
}

/** Anyone who has no allowance here, or may not send by email, goes the longer way. */
export async function loadOneGift(session: Session, wanted: string | null): Promise<OneGift> {
  requireSender(session)
  const id = readId(wanted)
  const purchase = { type: 'huggg', reference: id, deliveryMethod: 'email', quantity: 1 } as const
  const [allowed, found, rules, quoted] = await Promise.all([
    session.api.getAllowance({}),
    session.api.getProduct({ params: { id } }),
    loadGiftRules(session),
    session.api.quotePurchase({ body: { purchase } }),
  ])
  const product = session.unwrap(found).data
  const allowance = allowed.ok ? allowed.value.data : null
  if (!allowance || !sendsByEmail(allowance)) throw redirect(paths.sendProduct(id), 303)
  return {
    product,
    allowance,
    quote: quoted.ok ? quoted.value.data.quote : null,
    refusal: product.active ? whyNot(product, rules) : 'This gift is no longer on sale.',
    attempt: crypto.randomUUID(),
  }
}

const sendsByEmail = ({ deliveryMethods }: Allowance): boolean =>
  deliveryMethods.length === 0 || deliveryMethods.includes('email')
