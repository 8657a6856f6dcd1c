import type { Order } from '#contract/orders/orders.ts'
import type { Session } from '#web/session/session.ts'
import { formatCount } from '#web/ui/format.ts'
import { goesToPeople, recipientCount } from '../steps.ts'

export interface Draft {
  order: Order
  /** “Ada, Ben and 3 more”; empty where it is for no one yet. */
  people: string
  /** Recipients were typed who are not the order's yet. */
  hasTyped: boolean
}

const NAMES = 2
const DRAFTS_LOOKED_AT = 20

/** What has not been bought, the newest first, each with whom it is for: saved, or typed and yet to be put right. */
export async function loadDrafts(session: Session, most: number): Promise<Draft[]> {
  const [open, lists] = await Promise.all([
    session.api.listOrders({ query: { bought: 'false', page: 1, per_page: most } }),
    session.api.listRecipientLists({}),
  ])
  const typed = new Map(session.unwrap(lists).data.map((list) => [list.orderId, list]))
  return session.unwrap(open).data.map((order) => {
    const list = typed.get(order.id)
    const { names, count } = list ?? savedPeople(order)
    return { order, people: peopleLabel(names, count), hasTyped: list !== undefined }
  })
}

function savedPeople(order: Order): { names: string[]; count: number } {
  if (order.type === 'superhuggg' || !goesToPeople(order.deliveryMethod)) return { names: [], count: 0 }
  const called = order.receivers.slice(0, NAMES).map(({ name, email, phoneNumber }) => name ?? email ?? phoneNumber)
  return { names: called.flatMap((name) => name ?? []), count: order.receivers.length }
}

const peopleLabel = (names: readonly string[], count: number): string =>
  count > names.length ? `${names.join(', ')} and ${formatCount(count - names.length)} more` : names.join(' and ')

/** Nothing but its gift has been chosen. */
export const isUntouched = ({ order, hasTyped }: Draft): boolean =>
  order.version === 1 && order.approval === null && recipientCount(order) === 0 && !hasTyped

/** Drafts of one's own for a gift for which another way was taken: nothing but that gift had been chosen in them. */
export async function discardUntouched(session: Session, productId: string): Promise<void> {
  const drafts = await loadDrafts(session, DRAFTS_LOOKED_AT)
  const left = drafts.filter(
    (draft) =>
      draft.order.type !== 'superhuggg' &&
      draft.order.productId === productId &&
      draft.order.userId === session.user?.id &&
      isUntouched(draft),
  )
  await Promise.all(left.map(({ order }) => session.api.deleteOrder({ params: { id: order.id } })))
}
