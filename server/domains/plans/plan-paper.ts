import { PAYMENT_TERM_DAYS } from '#contract/core/payment-term.ts'
import { formatMoney, STANDARD_VAT_BASIS_POINTS } from '#kit/money.ts'
import { londonDate, type Temporal, toInstant } from '#kit/time.ts'
import {
  type DocumentContent,
  type DocumentLine,
  documentCustomer,
  formatDate,
  howToPay,
} from '#server/domains/documents/index.ts'
import type { TeamRecord } from '#server/domains/teams/team/index.ts'
import type { BankDetails } from '#server/domains/wallets/index.ts'
import type { BillingPeriod, PlanPeriod } from './period.ts'
import type { QuoteLine } from './quote.ts'

export interface PlanPaper {
  seller: DocumentContent['seller']
  team: TeamRecord
  currency: string
  issuedAt: Date
}

const ROUNDING = 'VAT is worked out, and rounded to the penny, for each line.'
const PERIOD: Record<BillingPeriod, string> = { month: 'month', year: 'year' }

/** `1 March 2026 to 31 March 2026`: people count the last day in. */
const span = ({ from, until }: PlanPeriod): string =>
  `${formatDate(from.toString())} to ${formatDate(until.subtract({ days: 1 }).toString())}`

const paperLine = (
  description: string,
  detail: string,
  { netPence, vatPence }: Pick<QuoteLine, 'netPence' | 'vatPence'>,
): DocumentLine => ({
  description,
  detail,
  quantity: 1,
  unitNetPence: netPence,
  netPence,
  vatPence,
  vatBasisPoints: STANDARD_VAT_BASIS_POINTS,
})

/** The day an invoice is to be paid by. */
export const dueDay = (issuedAt: Date): Temporal.PlainDate =>
  londonDate(toInstant(issuedAt)).add({ days: PAYMENT_TERM_DAYS })

/**
 * The invoice of a plan.
 * @param startsWhenPaid the first period begins with the plan, on a day no one knows yet
 */
export function planInvoiceContent(
  { seller, team, currency, issuedAt }: PlanPaper,
  {
    lines,
    billingPeriod,
    startsWhenPaid,
    bank,
  }: { lines: readonly QuoteLine[]; billingPeriod: BillingPeriod; startsWhenPaid: boolean; bank: BankDetails | null },
): DocumentContent {
  const due = dueDay(issuedAt).toString()
  const total = lines.reduce((sum, line) => sum + line.netPence + line.vatPence, 0)
  const detail = (line: QuoteLine) =>
    startsWhenPaid ? `The first ${PERIOD[billingPeriod]}, from the day the plan starts` : span(line)
  return {
    currency,
    seller,
    customer: documentCustomer({ team }),
    dates: [
      { label: 'Tax point', date: londonDate(toInstant(issuedAt)).toString() },
      { label: 'Payment due', date: due },
    ],
    references: [],
    lines: lines.map((line) =>
      line.kind === 'charge'
        ? paperLine(`Posy plan ${line.planName}`, detail(line), line)
        : paperLine(`Unused part of plan ${line.planName}`, span(line), line),
    ),
    notes: [
      `Please pay ${formatMoney(total, currency)} by ${formatDate(due)}${bank ? ` ${howToPay(bank)}` : ''}, quoting {number}.`,
      ...(startsWhenPaid ? ['The plan starts when this invoice is paid.'] : []),
      ROUNDING,
    ],
  }
}

/** What was taken back of an invoice, and where it went. */
export function planCreditContent(
  { seller, team, currency }: PlanPaper,
  credit: {
    invoiceNumber: string
    planName: string
    why: string
    netPence: number
    vatPence: number
    toDebtPence: number
    wallet: { name: string; pence: number } | null
  },
): DocumentContent {
  const { invoiceNumber, planName, why, toDebtPence, wallet } = credit
  const money = (pence: number) => formatMoney(pence, currency)
  return {
    currency,
    seller,
    customer: documentCustomer({ team }),
    dates: [],
    references: [{ label: 'Credits invoice', value: invoiceNumber }],
    lines: [paperLine(`Posy plan ${planName}`, why, credit)],
    notes: [
      ...(toDebtPence > 0 ? [`The amount owed for ${invoiceNumber} is less by ${money(toDebtPence)}.`] : []),
      ...(wallet ? [`${money(wallet.pence)} was returned to the wallet ${wallet.name}.`] : []),
      ROUNDING,
    ],
  }
}
