import { deliveryMethodLabel, giftStateLabel } from '#contract/core/status-labels.ts'
import type { HugggHit } from '#contract/search/search.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { type Cell, day, moment, money } from '#server/platform/sheets/cells.ts'
import type { HugggMoney } from './huggg-money.ts'

const fullName = (person: { first_name: string; surname: string } | null) =>
  person ? `${person.first_name} ${person.surname}`.trim() || null : null

const formatLeft = ({ left, transaction }: HugggHit) => (left === null ? null : formatMoney(left, transaction.currency))

interface HugggLine {
  hit: HugggHit
  money: HugggMoney
  launchUrl: string | null
  /** Whose wall clock moments are told in. */
  zone: string
}

/**
 * The columns of a list of gifts, called as screens call them. Moments are of its maker's wall clock, amounts in the
 * currency's large unit; in each line net + VAT = total, and price + fee + VAT on fee = total.
 */
const columns: [head: string, cell: (line: HugggLine) => Cell][] = [
  ['Bought', ({ hit, zone }) => moment(hit.huggg.created_at, zone)],
  ['For', ({ hit }) => fullName(hit.receiver) ?? hit.huggg.name_on_card],
  ['Email', ({ hit }) => hit.receiver?.email ?? null],
  ['Phone', ({ hit }) => hit.receiver?.phone_number ?? null],
  ['Gift', ({ hit }) => hit.purchase.label],
  ['Status', ({ hit }) => giftStateLabel(hit.state)],
  ['State', ({ hit }) => giftStateLabel(hit.state, formatLeft(hit))],
  ['Price', ({ money: { face } }) => money(face)],
  ['Fee', ({ money: { fee } }) => money(fee)],
  ['VAT on fee', ({ money: { feeVat } }) => money(feeVat)],
  ['Net', ({ money: { face, faceVat, fee } }) => money(face - faceVat + fee)],
  ['VAT', ({ money: { faceVat, feeVat } }) => money(faceVat + feeVat)],
  ['Total', ({ money: { face, fee, feeVat } }) => money(face + fee + feeVat)],
  ['Returned', ({ money: { returned } }) => money(returned)],
  ['Currency', ({ hit }) => (hit.transaction.currency === 'EUX' ? 'EUR' : 'GBP')],
  ['Wallet', ({ money: { walletName } }) => walletName],
  ['Reason', ({ hit }) => hit.transaction.reason_code],
  ['Receipt or invoice', ({ money: { document } }) => document],
  ['Credit note', ({ money: { creditNote } }) => creditNote],
  ['Purchase order', ({ money: { purchaseOrderNumber } }) => purchaseOrderNumber],
  ['Purchase', ({ money: { title }, hit }) => title ?? hit.purchase.label],
  ['Notes', ({ hit }) => hit.transaction.notes],
  ['Bought by', ({ hit }) => fullName(hit.sender)],
  ['Bought by (email)', ({ hit }) => hit.sender.email],
  ['Team', ({ hit }) => hit.team.name],
  ['Delivery', ({ hit }) => deliveryMethodLabel(hit.transaction.delivery_method ?? '')],
  ['Delivery status', ({ hit }) => hit.deliveryStatus],
  ['Sent', ({ hit, zone }) => moment(hit.huggg.sent_date, zone)],
  ['Opened', ({ hit, zone }) => moment(hit.huggg.viewed_date, zone)],
  ['Redeemed', ({ hit, zone }) => moment(hit.redemptions[0]?.created_at ?? null, zone)],
  // A gift is valid through its last day where the business is.
  ['Last day', ({ hit }) => day(hit.huggg.expiry_date, BUSINESS_ZONE)],
  ['From', ({ hit }) => hit.huggg.from_name],
  ['Message', ({ hit }) => hit.huggg.notes],
  ['Reaction', ({ hit }) => hit.reaction?.emoji ?? null],
  ['Reaction message', ({ hit }) => hit.reaction?.message ?? null],
  ['Settled', ({ hit }) => (hit.isSettled ? 'yes' : 'no')],
  ['Link', ({ launchUrl }) => launchUrl],
  ['Gift id', ({ hit }) => hit.huggg.id],
  ['Purchase id', ({ hit }) => hit.transaction.id],
]

export const hugggHead: readonly string[] = columns.map(([head]) => head)
export const hugggRow = (line: HugggLine): Cell[] => columns.map(([, cell]) => cell(line))
