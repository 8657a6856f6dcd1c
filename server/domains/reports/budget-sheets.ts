import type { ReportName } from '#contract/reports/budget-reports.ts'
import { type Instant, isoOrNull } from '#kit/time.ts'
import type { BudgetRecord } from '#server/domains/budgets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'
import { type BudgetReportPeriod, withLastDay } from './budget-period.ts'
import * as queries from './budget-queries.ts'
import { overTime } from './budget-reports.ts'
import { listTable, numberCell, type ReportFormat, type ReportTable, tableFile } from './report-file.ts'

interface Wish {
  db: Db
  budget: BudgetRecord
  period: BudgetReportPeriod
  now: Instant
}

const figures = (title: string, rows: [string, Cell][]): ReportTable => ({ title, head: ['Figure', 'Value'], rows })
type Person = { email: string; name: string | null; status: string }
const whoColumns: [string, (person: Person) => Cell][] = [
  ['Participant', ({ email }) => email],
  ['Name', ({ name }) => name ?? ''],
  ['Status', ({ status }) => status],
]

/** Each report as a table. */
const tables: Record<ReportName, (wish: Wish) => Promise<ReportTable>> = {
  'bonds-created': async ({ db, budget, period }) =>
    listTable('Gifts by person', await queries.loadBondsCreated(db, budget, period), [
      ...whoColumns,
      ['Gifts sent', ({ bondsCreated }) => numberCell(bondsCreated)],
    ]),
  funding: async ({ db, budget, period }) => {
    const funding = await queries.loadFunding(db, budget, period)
    return figures('Funding', [
      ['Free to spend at the beginning', money(funding.openingAvailable)],
      ['Given to participants', money(funding.totalTransferred)],
      ['Other movements', money(funding.totalOther)],
      ['Returned to the wallet', money(funding.totalReturned)],
      ['Spent', money(funding.totalSpent)],
      ['Free to spend at the end', money(funding.totalAvailable)],
      ['In gifts not used yet at the beginning', money(funding.openingLive)],
      ['In gifts not used yet at the end', money(funding.totalLive)],
    ])
  },
  'gifting-reasons': async ({ db, budget, period }) =>
    listTable('Gifts by reason', await queries.loadReasonsReport(db, budget, period), [
      ['Reason', ({ reasonCode }) => reasonCode ?? 'No reason given'],
      ['Gifts sent', ({ numberOfHugggs }) => numberCell(numberOfHugggs)],
      ['Value', ({ totalValue }) => money(totalValue)],
    ]),
  gifts: async ({ db, budget, period }) => {
    const gifts = await queries.loadGiftsReport(db, budget, period)
    return figures('Gifts', [
      ['Gifts sent', numberCell(gifts.totalSent)],
      ['Gifts redeemed', numberCell(gifts.totalRedeemed)],
      ['Average price', money(gifts.averagePrice)],
      ['Different recipients', numberCell(gifts.uniqueRecipients)],
    ])
  },
  participants: async ({ db, budget, period }) => {
    const participants = await queries.loadParticipantsReport(db, budget, period)
    return figures('Participants', [
      ['Invited', numberCell(participants.numInvitedParticipants)],
      ['Active', numberCell(participants.numActiveParticipants)],
      ['Senders', numberCell(participants.numSenders)],
      ['Engagement rate', numberCell(participants.engagementRate)],
    ])
  },
  'total-spent': async ({ db, budget, period }) =>
    listTable('Spent by person', await queries.loadSpendByPerson(db, budget, period), [
      ...whoColumns,
      ['Spent', ({ totalSpent }) => money(totalSpent)],
    ]),
  'last-active': async ({ db, budget, period }) =>
    listTable('Last active', await queries.loadLastActive(db, budget, period), [
      ...whoColumns,
      ['Last active', ({ lastActive }) => isoOrNull(lastActive)],
    ]),
  'over-time': async ({ db, budget, period, now }) =>
    listTable('Over time', (await overTime(db, budget, period, now)).steps, [
      ['From', ({ from }) => from],
      ['Until', ({ until }) => until],
      ['Given to participants', ({ totalTransferred }) => money(totalTransferred)],
      ['Bought', ({ bought }) => money(bought)],
      ['Refunded', ({ refunded }) => money(refunded)],
      ['Spent', ({ totalSpent }) => money(totalSpent)],
      ['Gifts sent', ({ totalSent }) => numberCell(totalSent)],
      ['Gifts redeemed', ({ totalRedeemed }) => numberCell(totalRedeemed)],
    ]),
}

/** A report of a budget as a file. */
export async function reportFile(wish: Wish, report: ReportName, format: ReportFormat) {
  const { from, until } = withLastDay(wish.period)
  return tableFile(`${report}-${from}-to-${until}`, await tables[report](wish), format)
}
