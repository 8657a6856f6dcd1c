import type { Company } from './books/company.ts'
import type { Office } from './office.ts'
import type { Steps } from './steps.ts'

/** What was played, where it is read, and the days that are asked about. */
export interface Quarter {
  company: Company
  steps: Steps
  office: Office
  /** The wallets that the company fills; allowances have others. */
  wallets: string[]
  people: string[]
  months: { from: string; until: string }[]
  all: { from: string; until: string }
}

const names = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `31 March 2026`. */
export const dayName = (day: string): string => names.format(new Date(`${day}T00:00:00Z`))
