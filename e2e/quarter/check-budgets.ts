import { expect } from 'vitest'
import { allowanceRows, funding, inOpenGifts, plannedRuns } from './books/budgets.ts'
import { csvTable, pageTables, pence, words } from './books/files.ts'
import { londonClock } from './books/london.ts'
import { dayName, type Quarter } from './quarter.ts'

const WHAT: Record<string, string> = {
  run: 'From the budget',
  bought: 'Gifts, with fees and VAT',
  'taken back': 'Taken back by the budget',
  cancelled: 'Cancelled, and returned',
  expired: 'Expired, and returned',
  'left over': 'Left over from a choice',
}
/** What moved, without the gift that is named before it and what happened to it since. */
const movementIn = (what = ''): string | undefined => Object.values(WHAT).find((words) => what.includes(words))
const moment = (clock: string): string => `${dayName(clock.slice(0, 10))} at ${clock.slice(11, 16)}`
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

export async function allowancesAddUp({ company, steps, office }: Quarter): Promise<void> {
  for (const { name: budget, people } of company.budgets)
    for (const { name } of people) {
      const root = `/budgets/${steps.id(budget)}/participants/${steps.id(`${name} as participant`)}/statement`
      const expected = allowanceRows(company, name)
      const { rows } = (await office.tables(root))(/^Movements/)
      expect([
        name,
        rows.map((row) => [row.When, movementIn(row.What), pence(row.Amount!), pence(row['To give after']!)]),
      ]).toEqual([
        name,
        expected.map(({ at, what, pence: amount, after }) => [
          moment(at),
          WHAT[what === 'run' && amount < 0 ? 'taken back' : what],
          amount,
          after,
        ]),
      ])
      const file = csvTable(text(await office.file(`${root}.csv`)))
      expect([
        name,
        file.rows.map((row) => [
          row['In London'],
          movementIn(row.What),
          pence(row.Amount!),
          pence(row['To give after']!),
        ]),
      ]).toEqual([
        name,
        rows.map((row) => [row.When, movementIn(row.What), pence(row.Amount!), pence(row['To give after']!)]),
      ])
      const [, before, end] = /To give before ([−£\d,.]+).*To give at the end ([−£\d,.]+)/.exec(
        words(await office.page(root)),
      )!
      expect([name, pence(before!), pence(end!)]).toEqual([name, 0, company.available(name)])
    }
}

export async function budgetPagesAddUp({ company, steps, office }: Quarter): Promise<void> {
  for (const budget of company.budgets) {
    const root = `/budgets/${steps.id(budget.name)}`
    const { given, bought, refunded, returned, free, live } = funding(company, budget, {})
    const page = words(await office.page(root))
    const [, ...shown] = /Given so far (\S+) .*?Spent (\S+) .*?Returned (\S+) .*?Available (\S+) .*?Live (\S+) /.exec(
      page,
    )!
    expect([budget.name, shown.map(pence)]).toEqual([budget.name, [given, bought - refunded, returned, free, live]])
    const runs = (await office.tables(`${root}/runs`))(/^Runs$/).rows.filter(({ Result }) =>
      /^(Done|Undone)/.test(Result!),
    )
    expect([
      budget.name,
      runs.map((row) => [Number(row.People), pence(row['Paid out']!), pence(row.Returned!)]),
    ]).toEqual([budget.name, budget.ran.map((run) => [run.people, run.paid, run.returned]).reverse()])
    const people = (await office.tables(`${root}/participants`))(/^Participants$/).rows
    expect([
      budget.name,
      people.map((row) => [row.Who!.split(' ').at(-1), pence(row.Received!), pence(row['To spend']!)]).sort(),
    ]).toEqual([
      budget.name,
      budget.people
        .filter(({ state }) => state === 'in')
        .map(({ name, received }) => [name, received, company.available(name)])
        .sort(),
    ])
  }
}

/** What a budget's reports say of a time must follow from what they say of its beginning. */
export async function budgetReportsAddUp({ company, steps, office, months }: Quarter): Promise<void> {
  for (const budget of company.budgets) {
    const root = `/budgets/${steps.id(budget.name)}/reports`
    for (const days of months) {
      const page = words(await office.page(`${root}?from=${days.from}&to=${days.until}`))
      const { given, other, bought, refunded, returned, free, live } = funding(company, budget, days)
      const shown = (name: string) =>
        pence(new RegExp(`${name} ([−£\\d,.]+)`).exec(page.slice(page.indexOf('Money CSV')))?.[1] ?? '')
      expect([
        budget.name,
        days.from,
        shown('Given to people'),
        shown('Paid in or out otherwise'),
        shown('Gifts bought'),
        shown('Returned for gifts'),
        shown('Back to the wallet'),
        shown('Free to spend at the end'),
      ]).toEqual([budget.name, days.from, given, other, 0 - bought, refunded, 0 - returned, free])
      expect([budget.name, days.from, pence(/Also, (\S+) of what was spent/.exec(page)?.[1] ?? '')]).toEqual([
        budget.name,
        days.from,
        live,
      ])
    }
    const overTime = csvTable(text(await office.file(`${root}/files/over-time?format=csv`))).rows
    const expected = overTime.map(({ From, Until }) => funding(company, budget, { from: From!, until: Until! }))
    expect([
      budget.name,
      overTime.map((row) => [
        pence(row['Given to participants']!),
        pence(row.Bought!),
        pence(row.Refunded!),
        pence(row.Spent!),
      ]),
    ]).toEqual([
      budget.name,
      expected.map(({ given, bought, refunded }) => [given, bought, refunded, bought - refunded]),
    ])
    const invoices = (await office.tables(`${root.replace('reports', 'invoices')}`))(/^Invoices by month/).rows
    for (const days of months) {
      const ofMonth = invoices.filter((row) => row.Month!.startsWith(dayName(days.from).slice(2)))
      const { bought, refunded } = funding(company, budget, days)
      const sum = (column: string) => ofMonth.reduce((total, row) => total + pence(row[column]!), 0)
      expect([budget.name, days.from, sum('Bought'), sum('Returned')]).toEqual([
        budget.name,
        days.from,
        bought,
        refunded,
      ])
    }
  }
}

export async function calendarAddsUp({ company, office }: Quarter): Promise<void> {
  const runs = plannedRuns(company)
  const { rows } = csvTable(text(await office.file('/budgets/calendar.csv')))
  expect(
    rows.map((row) => [
      londonClock(Date.parse(row.Date!)).slice(0, 10),
      row.Budget,
      pence(row['As things stand']!),
      pence(row['At most']!),
    ]),
  ).toEqual(runs.map(({ day, budget, cost, most }) => [day, budget, cost, most]))
  const months = (await office.tables('/budgets/calendar'))(/^Sums by month/).rows
  const byMonth = Map.groupBy(runs, ({ day }) => dayName(day).split(' ').slice(1).join(' '))
  expect(
    months.map((row) => [row.Month, Number(row.Runs), pence(row['As things stand']!), pence(row['At most']!)]),
  ).toEqual(
    [...byMonth].map(([month, own]) => [
      month,
      own.length,
      own.reduce((sum, { cost }) => sum + cost, 0),
      own.reduce((sum, { most }) => sum + most, 0),
    ]),
  )
}

export async function budgetFilesAddUp({ company, steps, office }: Quarter): Promise<void> {
  const list = words(await office.page('/budgets'))
  for (const budget of company.budgets) {
    const root = `/budgets/${steps.id(budget.name)}/reports/files`
    const { given, bought, refunded, returned, other, free, live } = funding(company, budget, {})
    const figures = csvTable(text(await office.file(`${root}/funding?format=csv`))).rows
    expect([budget.name, figures.map((row) => pence(row.Value!))]).toEqual([
      budget.name,
      [0, given, other, returned, bought - refunded, free, 0, live],
    ])
    const spent = csvTable(text(await office.file(`${root}/total-spent?format=csv`))).rows
    const own = budget.people.map((person) => {
      const { bought: paid, refunded: back } = funding(company, { ...budget, people: [person] }, {})
      return [person.name, paid - back]
    })
    expect([budget.name, spent.map((row) => [row.Participant, pence(row.Spent!)]).sort()]).toEqual([
      budget.name,
      own.sort(),
    ])
    const shown = new RegExp(`${budget.name} (?:Live|Ended) .*?Given so far (\\S+) by runs, those undone too`).exec(
      list,
    )!
    expect([budget.name, pence(shown[1]!)]).toEqual([budget.name, given])
  }
}

/** What participants read of their own on their first screen, and as a statement. */
export async function ownAllowancesAddUp({ company, steps, office }: Quarter): Promise<void> {
  for (const { people } of company.budgets)
    for (const { name, received } of people.filter(({ state }) => state === 'in')) {
      const home = words(await office.pageOf(name, '/home'))
      const [left, open] = [company.available(name), inOpenGifts(company, name)]
      const facts =
        /In gifts not used yet (\S+) Used, or expired without a refund (\S+)(?: Back to the budget (\S+))? From the budget in all (\S+)/.exec(
          home,
        )
      const shown = facts?.slice(1).map((fact = '0') => pence(fact))
      expect([name, pence(/(\S+) left to give/.exec(home)?.[1] ?? ''), shown]).toEqual([
        name,
        left,
        received === left ? undefined : [open, 0, received - left - open, received],
      ])
      const id = steps.id(`${name} as participant`)
      const own = pageTables(await office.pageOf(name, `/allowances/${id}`))[0]?.rows ?? []
      const expected = allowanceRows(company, name).map(({ pence: amount, after }) => [amount, after])
      expect([name, own.map((row) => [pence(row.Amount!), pence(row['To give after']!)])]).toEqual([name, expected])
    }
}
