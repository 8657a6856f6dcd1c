import type { HugggOrder } from '#contract/orders.ts'
import type { WizardStep } from '../wizard/step-list.tsx'

export const steps = [
  { slug: 'gift', label: 'Gift' },
  { slug: 'recipients', label: 'Recipients' },
  { slug: 'message', label: 'Message' },
  { slug: 'schedule', label: 'When' },
  { slug: 'pay', label: 'Pay' },
] as const
export type Step = (typeof steps)[number]['slug']

export const stepPath = (orderId: string, step: Step | 'done'): string => `/send/${orderId}/${step}`

/** Whether a step's questions have been answered. What was answered may still be wrong: the price says so. */
export function isAnswered(step: Step, order: HugggOrder): boolean {
  switch (step) {
    case 'gift':
      return order.productId !== null
    case 'recipients':
      return order.deliveryMethod === 'email' ? order.receivers.length > 0 : order.quantity !== null
    case 'message':
      return order.themeId !== null
    case 'schedule':
      return order.sendZone !== null
    case 'pay':
      return order.transactionId !== null
  }
}

/** As the list of steps shows them; open once there is a gift. */
export const listedSteps = (order: HugggOrder | null): WizardStep[] =>
  steps.map(({ slug, label }) => ({
    label,
    path: order?.productId ? stepPath(order.id, slug) : null,
    isDone: order !== null && isAnswered(slug, order),
  }))

/** Where somebody who comes back to a draft goes on. */
export const nextStep = (order: HugggOrder): Step => steps.find(({ slug }) => !isAnswered(slug, order))?.slug ?? 'pay'

/** How gifts can reach people, in the order they are offered. */
export const deliveries = [
  { method: 'email', label: 'By email', hint: 'We send each person their gift.' },
  { method: 'links', label: 'As links', hint: 'You get the links, and hand them out yourself.' },
  { method: 'inline-redeem', label: 'As codes', hint: 'You get the codes at once, to use yourself.' },
] as const
export type Delivery = (typeof deliveries)[number]['method']

export const deliveryNamed = (name: string | null): Delivery | undefined =>
  deliveries.find(({ method }) => method === name)?.method
