import { escapeHtml, page } from '#server/providers/sandbox/page.ts'
import { returnUrl } from './actions.ts'
import type { SandboxPayment } from './records.ts'

const STYLE = `
  :root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1d2433; }
  body { margin: 0; padding: 1rem; background: #fff; }
  main { max-width: 26rem; margin: 0 auto; }
  h1 { font-size: 1.1rem; margin: 0 0 .75rem; }
  button { font: inherit; font-weight: 600; padding: .6rem 1rem; border: 0; border-radius: .5rem; background: #1d4ed8; color: #fff; cursor: pointer; margin-top: .9rem; }
  button.quiet { background: #e5e9f2; color: #1d2433; }
  :focus-visible { outline: 3px solid #93b4ff; outline-offset: 2px; }
  .amount { font-size: 1.6rem; font-weight: 700; margin: .2rem 0; }`

const html = (title: string, body: string): Response =>
  page({
    title,
    body: `<main aria-label="${escapeHtml(title)}">${body}</main>`,
    style: STYLE,
    ancestors: "'self'",
  })

const money = ({ amount, currency }: SandboxPayment): string => `${(amount / 100).toFixed(2)} ${currency}`

/** The bank's question to the holder. */
export function challengePage(payment: SandboxPayment): Response {
  const facts = `<p class="amount">${escapeHtml(money(payment))}</p><p>${escapeHtml(payment.card.scheme)} ending ${payment.card.last4}</p>`
  if (payment.status !== 'Pending') {
    const said = payment.status === 'Expired' ? 'This request has lapsed.' : 'This request has been answered.'
    return html(
      '3-D Secure',
      `<h1>${said}</h1>${facts}<p><a href="${escapeHtml(returnUrl(payment))}">Back to the shop</a></p>`,
    )
  }
  const form = (verb: string, label: string, look: string) =>
    `<form method="post" action="${payment.session}/${verb}"><button ${look}>${label}</button></form>`
  return html(
    '3-D Secure',
    `<h1>Your bank asks: is this you?</h1>${facts}${form('approve', 'Approve', '')}${form('fail', 'Decline', 'class="quiet"')}<p>This is a sandbox: no money moves.</p>`,
  )
}
