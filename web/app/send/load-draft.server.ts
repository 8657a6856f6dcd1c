import { data, redirect } from 'react-router'
import type { HugggOrder, Order } from '#contract/orders/orders.ts'
import { readId } from '#web/http/read-id.ts'
import { sentenceFor } from '#web/messages.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import type { DraftOrder } from './draft.ts'

/** Only for who may buy gifts. */
export function requireSender(session: Session): void {
  if (!session.can('purchase-hugggs')) throw data(null, { status: 403 })
}

/** Whom gifts are from where the sender says nothing else. */
export const defaultSenderName = ({ user }: Session): string =>
  user?.sendAsName ?? `${user?.firstName ?? ''} ${user?.surname ?? ''}`.trim()

export async function loadOrder(session: Session, id: string | undefined): Promise<Order> {
  requireSender(session)
  return session.unwrap(await session.api.getOrder({ params: { id: readId(id) } })).data
}

/** An order that has not been bought; one that has, or that waits for approval, leads to what happened to it. */
export async function loadOpenOrder(session: Session, id: string | undefined): Promise<Order> {
  const order = await loadOrder(session, id)
  if (order.transactionId) throw redirect(paths.draftStep(order.id, 'done'), 303)
  if (order.approval === 'pending') throw redirect(paths.approval(order.id), 303)
  return order
}

/** For the steps that only gifts with a way to each recipient have. */
export async function loadGiftOrder(session: Session, id: string | undefined): Promise<HugggOrder> {
  const order = await loadOpenOrder(session, id)
  if (order.type === 'superhuggg') throw redirect(paths.draftStep(order.id, 'shareable'), 303)
  return order
}

/** The order with its product and its price. A product that is gone leaves the draft without one. */
export async function loadDraft(session: Session, id: string | undefined): Promise<DraftOrder> {
  const order = await loadOpenOrder(session, id)
  const [product, lists, quoted] = await Promise.all([
    order.productId ? session.api.getProduct({ params: { id: order.productId } }) : null,
    session.api.listRecipientLists({}),
    session.api.quotePurchase({ body: { purchase: { type: 'order', reference: order.id } } }),
  ])
  const {
    quote = null,
    problems = [],
    warnings = [],
    recent = [],
    approval = null,
  } = quoted.ok ? quoted.value.data : {}
  return {
    order,
    product: product?.ok ? product.value.data : null,
    quote,
    hasTyped: session.unwrap(lists).data.some(({ orderId }) => orderId === order.id),
    approval,
    unreached: warnings.filter(({ code }) => code === 'blocked').length,
    overCap: warnings.filter(({ code }) => code === 'over_cap').length,
    recent,
    obstacles: problems.map(({ path, ...told }) => ({ field: path.split('.')[1] ?? path, message: sentenceFor(told) })),
  }
}
