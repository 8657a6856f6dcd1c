import type { ReportName } from '#contract/reports/budget-reports.ts'
import { type Instant, isoOrNull } from '#kit/time.ts'
import type { BudgetRecord } from '#server/domains/budgets/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'
import { BYTE_ORDER_MARK, csvRows } from '#server/platform/sheets/csv.ts'
import { xlsx, xlsxRows } from '#server/platform/sheets/xlsx.ts'
import { type BudgetReportPeriod, withLastDay } from './budget-period.ts'
import * as queries from './budget-queries.ts'
import { overTime } from './budget-reports.ts'

interface Table {
  title: string
  head: string[]
  rows: Cell[][]
}
interface Wish {
  db: Db
  budget: BudgetRecord
  period: BudgetReportPeriod
  now: Instant
}

const number = (value: number): Cell => ({ number: String(value) })
const figures = (title: string, rows: [string, Cell][]): Table => ({ title, head: ['Figure', 'Value'], rows })
const list = <Row>(title: string, rows: Row[], columns: [head: string, cell: (row: Row) => Cell][]): Table => ({
  title,
  head: columns.map(([head]) => head),
  rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
})
type Person = { email: string; name: string | null; status: string }
const whoColumns: [string, (person: Person) => Cell][] = [
  ['Participant', ({ email }) => email],
  ['Name', ({ name }) => name ?? ''],
  ['Status', ({ status }) => status],
]

/** Each report as a table. */
const tables: Record<ReportName, (wish: Wish) => Promise<Table>> = {
  'bonds-created': async ({ db, budget, period }) =>
    list('Gifts by person', await queries.loadBondsCreated(db, budget, period), [
      ...whoColumns,
      ['Gifts sent', ({ bondsCreated }) => number(bondsCreated)],
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
    list('Gifts by reason', await queries.loadReasonsReport(db, budget, period), [
      ['Reason', ({ reasonCode }) => reasonCode ?? 'No reason'],
      ['Gifts sent', ({ numberOfHugggs }) => number(numberOfHugggs)],
      ['Value', ({ totalValue }) => money(totalValue)],
    ]),
  gifts: async ({ db, budget, period }) => {
    const gifts = await queries.loadGiftsReport(db, budget, period)
    return figures('Gifts', [
      ['Gifts sent', number(gifts.totalSent)],
      ['Gifts redeemed', number(gifts.totalRedeemed)],
      ['Average price', money(gifts.averagePrice)],
      ['Different recipients', number(gifts.uniqueRecipients)],
    ])
  },
  participants: async ({ db, budget, period }) => {
    const participants = await queries.loadParticipantsReport(db, budget, period)
    return figures('Participants', [
      ['Invited', number(participants.numInvitedParticipants)],
      ['Active', number(participants.numActiveParticipants)],
      ['Senders', number(participants.numSenders)],
      ['Engagement rate', number(participants.engagementRate)],
    ])
  },
  'total-spent': async ({ db, budget, period }) =>
    list('Spent by person', await queries.loadSpendByPerson(db, budget, period), [
      ...whoColumns,
      ['Spent', ({ totalSpent }) => money(totalSpent)],
    ]),
  'last-active': async ({ db, budget, period }) =>
    list('Last active', await queries.loadLastActive(db, budget, period), [
      ...whoColumns,
      ['Last active', ({ lastActive }) => isoOrNull(lastActive)],
    ]),
  'over-time': async ({ db, budget, period, now }) =>
    list('Over time', (await overTime(db, budget, period, now)).steps, [
      ['From', ({ from }) => from],
      ['Until', ({ until }) => until],
      ['Given to participants', ({ totalTransferred }) => money(totalTransferred)],
      ['Bought', ({ bought }) => money(bought)],
      ['Refunded', ({ refunded }) => money(refunded)],
      ['Spent', ({ totalSpent }) => money(totalSpent)],
      ['Gifts sent', ({ totalSent }) => number(totalSent)],
      ['Gifts redeemed', ({ totalRedeemed }) => number(totalRedeemed)],
    ]),
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A report as a file, made whole: the longest has a row for each participant. */
export async function reportFile(wish: Wish, report: ReportName, format: 'csv' | 'xlsx') {
  const { title, head, rows } = await tables[report](wish)
  const bytes =
    format === 'csv'
      ? Buffer.from(BYTE_ORDER_MARK + csvRows([head, ...rows]))
      : await collect(xlsx([{ name: title, head, rows: once(xlsxRows(rows)) }]))
  const { from, until } = withLastDay(wish.period)
  return {
    fileName: `${report}-${from}-to-${until}.${format}`,
    contentType: contentTypes[format],
    content: bytes.toString('base64'),
  }
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}
