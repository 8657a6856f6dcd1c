import { data, redirect } from 'react-router'
import { isPass } from '#client/result.ts'
import type { HugggOrder } from '#contract/orders.ts'
import { idOf } from '../../http/id-of.ts'
import type { Session } from '../../session/session.ts'
import type { Draft } from './draft.ts'
import { stepPath } from './steps.ts'

/** Only for who may buy gifts. */
export function requireSender(session: Session): void {
  if (!session.can('purchase-hugggs')) throw data(null, { status: 403 })
}

/** Whom gifts are from where the sender says nothing else. */
export const senderNameOf = ({ user }: Session): string =>
  user?.sendAsName ?? `${user?.firstName ?? ''} ${user?.surname ?? ''}`.trim()

export async function loadOrder(session: Session, id: string | undefined): Promise<HugggOrder> {
  requireSender(session)
  const order = session.unwrap(await session.api.getOrder({ params: { id: idOf(id) } })).data
  if (order.type === 'superhuggg') throw data(null, { status: 404 })
  return order
}

/** An order that has not been bought; one that has leads to what became of it. */
export async function loadOpenOrder(session: Session, id: string | undefined): Promise<HugggOrder> {
  const order = await loadOrder(session, id)
  if (order.transactionId) throw redirect(stepPath(order.id, 'done'), 303)
  return order
}

/** The order with its product and its price. A product that is gone leaves the draft without one. */
export async function loadDraft(session: Session, id: string | undefined): Promise<Draft> {
  const order = await loadOpenOrder(session, id)
  const [product, quoted] = await Promise.all([
    order.productId ? session.api.getProduct({ params: { id: order.productId } }) : null,
    session.api.quotePurchase({ body: { purchase: { type: 'order', reference: order.id } } }),
  ])
  const { quote = null, problems = [] } = isPass(quoted) ? quoted.pass.data : {}
  return {
    order,
    product: product && isPass(product) ? product.pass.data : null,
    quote,
    obstacles: problems.map(({ path, message }) => ({ field: path.split('.')[1] ?? path, message })),
  }
}
