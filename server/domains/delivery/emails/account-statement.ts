import { z } from 'zod'
import { copy } from './copy.en-GB.ts'
import { inline, oneLine } from './html.ts'
import { hello } from './letter.ts'
import { loadTeamNames, userEmail } from './user-email.ts'

const enGB = {
  accountStatement: {
    subject: (month: string, end: string, team: string) => `Statement of account for ${month}: ${end} (${team})`,
    owed: (amount: string) => `${amount} owed`,
    favour: (amount: string) => `${amount} in your favour`,
    nothing: 'nothing owed',
    preheader: 'Sign in to download it as a PDF or CSV file.',
    heading: (month: string) => `Statement of account, ${month}`,
    intro: (team: string, month: string) =>
      `What ${team} owed, was invoiced and credited, and paid in ${month}. Gifts paid from a wallet or by card are not part of it.`,
    opening: (amount: string) => `Owed before: ${amount}`,
    openingFavour: (amount: string) => `In your favour before: ${amount}`,
    invoiced: (amount: string) => `Invoices: ${amount}`,
    credited: (amount: string) => `Credit notes: ${amount}`,
    paid: (amount: string) => `Payments: ${amount}`,
    other: (amount: string) => `Other: ${amount}`,
    closing: (amount: string) => `Owed at the end: ${amount}`,
    closingFavour: (amount: string) => `In your favour at the end: ${amount}`,
    overdue: (amount: string, invoices: number, day: string) =>
      `On ${day} ${amount} is overdue, on ${invoices === 1 ? 'one invoice' : `${invoices} invoices`}. If you have paid, thank you: it will show soon.`,
    notOverdue: (day: string) => `On ${day} nothing is overdue.`,
    action: 'See the statement',
    aside: 'There you can download it as a PDF or CSV file, and switch these emails off for the team.',
    why: (team: string) =>
      `You get this because you may manage billing for ${team}, which has its statement of account emailed each month.`,
  },
}

/** At noon it is that day in every zone of this country. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const monthName = (day: string) =>
  new Intl.DateTimeFormat(copy.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(noon(day))

/** To everyone who may manage a team's billing, where the team wants it: the month that is over. */
export const accountStatementEmail = userEmail({
  template: 'account-statement',
  detail: z.object({
    /** The first day and the last. */
    from: z.string(),
    until: z.string(),
    currency: z.string(),
    opening: z.number(),
    invoiced: z.number(),
    credited: z.number(),
    paid: z.number(),
    other: z.number(),
    closing: z.number(),
    overdue: z.object({ invoices: z.number(), pence: z.number(), day: z.string() }),
  }),
  load: loadTeamNames,
  write({ reader, teamId, detail }, teamNames) {
    const { from, until, currency, opening, invoiced, credited, paid, other, closing, overdue } = detail
    const words = enGB.accountStatement
    const money = (pence: number) => copy.money(pence, currency)
    const month = monthName(from)
    const team = teamNames.get(teamId) ?? ''
    const end = closing > 0 ? words.owed(money(closing)) : closing < 0 ? words.favour(money(-closing)) : words.nothing
    const figures = [
      opening < 0 ? words.openingFavour(money(-opening)) : words.opening(money(opening)),
      words.invoiced(money(invoiced)),
      words.credited(money(0 - credited)),
      words.paid(money(0 - paid)),
      ...(other === 0 ? [] : [words.other(money(other))]),
      closing < 0 ? words.closingFavour(money(-closing)) : words.closing(money(closing)),
    ]
    const day = copy.day(noon(overdue.day))
    return {
      ...words,
      subject: words.subject(month, end, oneLine(team)),
      heading: words.heading(month),
      body: [
        hello(reader),
        words.intro(inline(team), month),
        { quote: figures },
        overdue.pence > 0 ? words.overdue(money(overdue.pence), overdue.invoices, day) : words.notOverdue(day),
      ],
      path: `/invoices/statement?from=${from}&to=${until}&currency=${currency}`,
      why: words.why(inline(team)),
    }
  },
})
