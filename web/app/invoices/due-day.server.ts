import { PAYMENT_TERM_DAYS } from '#contract/core/payment-term.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { invoiceDayLabel } from './labels.ts'

/** The last day to pay the invoice of what is bought then, as it will be printed. */
export const invoiceDueDay = (bought: Date): string =>
  invoiceDayLabel(londonDate(toInstant(bought)).add({ days: PAYMENT_TERM_DAYS }).toString())
