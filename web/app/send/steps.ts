import type { HugggOrder, Order, SuperhugggOrder } from '#contract/orders/orders.ts'
import { type DraftStep, paths } from '#web/paths.ts'
import type { WizardStep } from '#web/ui/wizard/step-list.tsx'

const steps = [
  { slug: 'gift', label: 'Gift' },
  { slug: 'recipients', label: 'Recipients' },
  { slug: 'message', label: 'Message' },
  { slug: 'schedule', label: 'When' },
  { slug: 'pay', label: 'Pay' },
] as const
export type SendStep = (typeof steps)[number]['slug']

/**
 * Whether a step's questions have been answered. What was answered may still be wrong: the price says so.
 * @param hasTyped recipients were typed who are not the order's yet
 */
export function isAnswered(step: SendStep, order: HugggOrder, hasTyped = false): boolean {
  switch (step) {
    case 'gift':
      return order.productId !== null
    case 'recipients':
      if (hasTyped) return false
      return goesToPeople(order.deliveryMethod) ? order.receivers.length > 0 : order.quantity !== null
    case 'message':
      return order.themeId !== null
    case 'schedule':
      return order.sendZone !== null
    case 'pay':
      return order.transactionId !== null
  }
}

/** The two steps of gifts for one link. */
export const shareableSteps = (order: SuperhugggOrder | null): WizardStep[] => [
  { label: 'Gifts for one link', path: order && paths.draftStep(order.id, 'shareable'), isDone: order?.limit != null },
  { label: 'Pay', path: order?.limit ? paths.draftStep(order.id, 'pay') : null, isDone: false },
]

/** As the list of steps shows them; open once there is a gift. */
export function listSendSteps(order: Order | null, hasTyped = false): WizardStep[] {
  if (order?.type === 'superhuggg') return shareableSteps(order)
  return steps.map(({ slug, label }) => ({
    label,
    path: order?.productId ? paths.draftStep(order.id, slug) : null,
    isDone: order !== null && isAnswered(slug, order, hasTyped),
  }))
}

/** Where someone who comes back to a draft continues. */
export function nextSendStep(order: Order, hasTyped = false): DraftStep {
  if (order.type === 'superhuggg') return order.limit ? 'pay' : 'shareable'
  return steps.find(({ slug }) => !isAnswered(slug, order, hasTyped))?.slug ?? 'pay'
}

/** How gifts can reach people, in the order they are offered. */
export const deliveries = [
  { method: 'email', label: 'By email', hint: 'We send each person their gift.' },
  { method: 'sms', label: 'By text', hint: 'We text each person a link to their gift.' },
  { method: 'links', label: 'As links', hint: 'You get the links, and hand them out yourself.' },
  { method: 'printable', label: 'On paper', hint: 'You print cards or letters, each with its gift.' },
  { method: 'inline-redeem', label: 'As codes', hint: 'You get the codes at once, to use yourself.' },
] as const
export type SendDelivery = (typeof deliveries)[number]['method']

/** Whether each gift leaves in a message to someone: such a purchase has receivers, every other one a quantity. */
export const goesToPeople = (method: string | null): method is 'email' | 'sms' => method === 'email' || method === 'sms'

/** What people call the messages of a way to send. */
export const messageLabels = { email: 'emails', sms: 'texts' } as const

/** How many gifts can be bought at once without a list of people, and what each of them is called. */
export type Counted = Exclude<SendDelivery, 'email' | 'sms'>
export const counted = {
  links: { most: 10_000, name: 'link' },
  printable: { most: 1000, name: 'card' },
  'inline-redeem': { most: 10_000, name: 'code' },
} as const satisfies Record<Counted, object>

/** How many gifts a draft is for. */
export function recipientCount(order: Order): number {
  if (order.type === 'superhuggg') return order.limit ?? 0
  return goesToPeople(order.deliveryMethod) ? order.receivers.length : (order.quantity ?? 0)
}

export const deliveryNamed = (name: string | null): SendDelivery | undefined =>
  deliveries.find(({ method }) => method === name)?.method
