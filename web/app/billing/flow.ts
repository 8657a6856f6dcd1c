import type {
  CheckoutError,
  Component,
  PartialDesignTokens,
  WindowCheckoutWebComponents,
} from '@checkout.com/checkout-web-components'
import type { CardFields } from '#contract/payments/payments.ts'
import { paths } from '#web/paths.ts'

export type CardComponent = Pick<Component, 'tokenize' | 'unmount'>

/** Once the provider's script has run. The types are the provider's own, the script always comes from them. */
const cardFlow = (page: Window) =>
  (page as { CheckoutWebComponents?: WindowCheckoutWebComponents }).CheckoutWebComponents

type PaymentSession = Record<string, unknown>

/** @throws where the provider, or our server, gives none */
export async function openPaymentSession(currency: string): Promise<PaymentSession> {
  const body = new URLSearchParams({ currency })
  const answer = await fetch(paths.cardSession, { method: 'POST', body })
  if (!answer.ok) throw new Error(`no payment session (${answer.status})`)
  return (await answer.json()) as PaymentSession
}

interface Place {
  fields: Pick<CardFields, 'publicKey' | 'environment'>
  paymentSession: PaymentSession
  onReady(): void
  onError(error: CheckoutError): void
}

/**
 * Draws Flow's card into an element, in the colours around it. It has no button of its own: the form's asks it for a token.
 * @throws where the provider's script cannot draw it
 */
export async function drawCard(into: HTMLElement, place: Place): Promise<CardComponent> {
  const start = cardFlow(window)
  if (!start) throw new Error('the script has left no CheckoutWebComponents')
  const { publicKey, environment } = place.fields
  const checkout = await start({
    publicKey,
    environment,
    paymentSession: place.paymentSession,
    locale: 'en-GB',
    appearance: readAppearance(into),
    onReady: () => place.onReady(),
    onError: (_, error) => place.onError(error),
  })
  const card = checkout.create('card', { showPayButton: false, displayCardholderName: 'hidden' })
  if (!(await card.isAvailable())) throw new Error('no card can be entered')
  return card.mount(into)
}

function readAppearance(around: Element): PartialDesignTokens {
  const styles = getComputedStyle(around)
  const token = (name: string) => styles.getPropertyValue(name).trim()
  const text = { fontFamily: styles.fontFamily, lineHeight: '1.4', letterSpacing: 'normal' }
  return {
    colorPrimary: token('--ink'),
    colorSecondary: token('--muted'),
    colorError: token('--danger'),
    colorAction: token('--accent'),
    colorBackground: token('--surface'),
    colorFormBackground: token('--surface'),
    colorBorder: token('--line'),
    colorFormBorder: token('--control-line'),
    colorOutline: token('--accent-text'),
    borderRadius: [token('--radius-control'), token('--radius-control')],
    label: { ...text, fontSize: '14px', fontWeight: 600 },
    footnote: { ...text, fontSize: '14px', fontWeight: 400 },
    // The inputs are documents of the provider's: they know no typeface of ours.
    input: { fontFamily: 'system-ui, sans-serif', fontSize: '16px', fontWeight: 400 },
  }
}
