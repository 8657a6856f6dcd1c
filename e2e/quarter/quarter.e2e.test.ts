import { afterAll, beforeAll, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { openFormWeb } from '#server/testing/forms/form-world.ts'
import { monthsBetween } from './books/statement.ts'
import {
  allowancesAddUp,
  budgetFilesAddUp,
  budgetPagesAddUp,
  budgetReportsAddUp,
  calendarAddsUp,
  ownAllowancesAddUp,
} from './check-budgets.ts'
import {
  accountAddsUp,
  archiveAddsUp,
  billsAddUp,
  giftFilesAddUp,
  journalsAddUp,
  purchasesAddUp,
  vatAddsUp,
} from './check-papers.ts'
import { invoicesOfMonthsAddUp, periodPapersAddUp } from './check-period-papers.ts'
import { reportFilesAddUp, reportsAddUp } from './check-reports.ts'
import {
  explanationsAddUp,
  homeAddsUp,
  statementFilesAddUp,
  statementsAddUp,
  walletCardsAddUp,
} from './check-wallets.ts'
import { openOffice } from './office.ts'
import { BEGINS, ENDS, playQuarter } from './play.ts'
import type { Quarter } from './quarter.ts'

/**
 * Three budgets and four wallets from March to November, through both changes of the clocks: what screens, files and papers say is
 * summed, and compared to the penny with books that share no code with the product (e2e/quarter/books).
 */
let app: TestApp
let quarter: Quarter
beforeAll(async () => {
  app = await startTestApp({ now: BEGINS })
  const played = await playQuarter(app)
  const office = await openOffice(app, await openFormWeb(app))
  const months = monthsBetween(BEGINS.slice(0, 10), ENDS.slice(0, 10))
  quarter = { ...played, office, months, all: { from: months[0]!.from, until: months.at(-1)!.until } }
})
afterAll(() => app?.close())

test('every wallet has on its page what was paid in and not spent, and they add up to what the page says of all', () =>
  walletCardsAddUp(quarter))
test('statements tell every movement of every month in its order, and each column closes', () =>
  statementsAddUp(quarter))
test('statement files of both formats tell the same, and their columns close', () => statementFilesAddUp(quarter))
test('reports by month, person, reason, wallet and gift add up to what was bought and came back, month by month', () =>
  reportsAddUp(quarter))
test('files of those reports add up to the same', () => reportFilesAddUp(quarter))
test('statements of allowances tell what each participant got, gave and had taken back, on screen and as a file', () =>
  allowancesAddUp(quarter))
test('a budget’s page, runs and participants add up to what its runs paid', () => budgetPagesAddUp(quarter))
test('a budget’s reports and invoices of each month add up to what its participants got and spent', () =>
  budgetReportsAddUp(quarter))
test('the calendar of runs tells what the months ahead cost, in its rows and in its sums', () =>
  calendarAddsUp(quarter))
test('VAT of every month adds up from its rates, its papers and its file to what was charged and given back', () =>
  vatAddsUp(quarter))
test('what is owed adds up on the statement of account, its file, the list of invoices and each invoice', () =>
  accountAddsUp(quarter))
test('purchases say what they cost and what came back, one by one, and add up in their list and its file', () =>
  purchasesAddUp(quarter))
test('journals for accounts packages balance, and book every month as the company’s own accountant would', () =>
  journalsAddUp(quarter))
test('bills for accounts packages hold VAT by rate, what wallets paid and what is owed of every month', () =>
  billsAddUp(quarter))
test('the archive of everything holds the same statements, purchases and papers, and each paper adds up', () =>
  archiveAddsUp(quarter))
test('the papers of a quarter in one file add up to its VAT, PDF by PDF, and the statements beside them close', () =>
  periodPapersAddUp(quarter))
test('the list of invoices by month says what was invoiced, credited and is still to be paid', () =>
  invoicesOfMonthsAddUp(quarter))
test('home says what was bought and came back this month, and what is left in each wallet', () => homeAddsUp(quarter))
test('balances are explained by kinds of movement that add up to them', () => explanationsAddUp(quarter))
test('the list of budgets and the files of their reports add up to what was given, spent and returned', () =>
  budgetFilesAddUp(quarter))
test('files of gifts add up gift by gift, and to what each purchase cost and had returned', () =>
  giftFilesAddUp(quarter))
test('participants read on their first screen and their own statement what they have left and in gifts', () =>
  ownAllowancesAddUp(quarter))
