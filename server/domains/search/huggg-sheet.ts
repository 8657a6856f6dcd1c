import type { HugggHit } from '#contract/search.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'

const fullName = (person: { first_name: string; surname: string } | null) =>
  person ? `${person.first_name} ${person.surname}`.trim() || null : null

/** The columns of a list of gifts. Moments are UTC, amounts in the currency's large unit. */
const columns: [head: string, cell: (hit: HugggHit, launchUrl: string) => Cell][] = [
  ['Gift', ({ huggg }) => huggg.id],
  ['Status', ({ status }) => status],
  ['Product', ({ purchase }) => purchase.label],
  ['Price', ({ transaction }) => money(transaction.sale_per_item)],
  ['Currency', ({ transaction }) => (transaction.currency === 'EUX' ? 'EUR' : 'GBP')],
  ['Link', (_, launchUrl) => launchUrl],
  ['Receiver', ({ receiver }) => fullName(receiver)],
  ['Receiver email', ({ receiver }) => receiver?.email ?? null],
  ['Receiver phone', ({ receiver }) => receiver?.phone_number ?? null],
  ['Message', ({ huggg }) => huggg.notes],
  ['From', ({ huggg }) => huggg.from_name],
  ['Reason', ({ transaction }) => transaction.reason_code],
  ['Delivery method', ({ transaction }) => transaction.delivery_method],
  ['Delivery status', ({ deliveryStatus }) => deliveryStatus],
  ['Created', ({ huggg }) => huggg.created_at],
  ['Sent', ({ huggg }) => huggg.sent_date],
  ['Opened', ({ huggg }) => huggg.viewed_date],
  ['Redeemed', ({ redemptions }) => redemptions[0]?.created_at ?? null],
  ['Expires', ({ huggg }) => huggg.expiry_date],
  ['Settled', ({ isSettled }) => (isSettled ? 'yes' : 'no')],
  ['Reaction', ({ reaction }) => reaction?.emoji ?? null],
  ['Reaction message', ({ reaction }) => reaction?.message ?? null],
  ['Sender', ({ sender }) => fullName(sender)],
  ['Sender email', ({ sender }) => sender.email],
  ['Team', ({ team }) => team.name],
  ['Purchase', ({ transaction }) => transaction.id],
  ['Purchase notes', ({ transaction }) => transaction.notes],
]

export const hugggHead: readonly string[] = columns.map(([head]) => head)
export const hugggRow = (hit: HugggHit, launchUrl: string): Cell[] => columns.map(([, cell]) => cell(hit, launchUrl))
