import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'

/** A number of things as people read it: `1,200`. */
export const count = (many: number): string => many.toLocaleString('en-GB')

/** What every email says alike, in British English. The words of each stand in its own file, as `enGB`; a further language stands beside it. */
export const copy = {
  locale: 'en-GB',
  /** A day that ends in London, as people say it. */
  day: (date: Date) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: BUSINESS_ZONE }).format(date).replace(',', ''),
  /** When something happens on a day, in London: after it, the day is not over. */
  dayAndTime: (date: Date) =>
    `${copy.day(date)} at ${new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: BUSINESS_ZONE }).format(date)}`,
  moment: (date: Date, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(date),
  money: formatMoney,
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  linkHint: 'If the button does not work, copy this into your browser:',
  sentWith: 'Sent with Posy, for teams who like to say thank you.',
}
