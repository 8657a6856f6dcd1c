/** Days a team has to pay an invoice, after its day in London. */
export const PAYMENT_TERM_DAYS = 30
