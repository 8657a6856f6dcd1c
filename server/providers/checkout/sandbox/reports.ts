import { stringify } from 'csv-stringify/sync'
import { type Provider, SandboxRefusal } from './provider.ts'
import { records } from './records.ts'

/** Columns of the provider's sample of “Financial Actions”, in its order. */
const ACTION_COLUMNS = [
  'Client Entity ID',
  'Client Entity Name',
  'Processing Channel ID',
  'Currency Account ID',
  'Action Type',
  'Action ID',
  'Payment ID',
  'Requested On',
  'Processed On',
  'Processing Currency',
  'FX Rate Applied',
  'Holding Currency',
  'Payout ID',
  'Reference',
  'Payment Method',
  'Response Code',
  'Breakdown Type',
  'Processing Currency Amount',
  'Holding Currency Amount',
]
const PAYOUT_COLUMNS = ['Client Entity ID', 'Holding Currency', 'Payout ID', 'Payout Date', 'Payout Amount']

/** What the provider keeps of each capture. */
const FEE_PENCE = 20
const PAGE = 5

interface Movement {
  day: string
  currency: string
  type: string
  actionId: string
  paymentId: string
  reference: string
  breakdown: string
  at: string
  pence: number
}

/** Reports are made for each day, the next day: what moved, and what was paid out for it. */
const dailyReports = (movements: readonly Movement[]) =>
  [...new Set(movements.map(({ day }) => day))].sort().flatMap((day) =>
    [
      { kind: 'actions', type: 'FinancialActionsByPayoutId' },
      { kind: 'payouts', type: 'Payouts' },
    ].map(({ kind, type }) => ({
      id: `rpt_${kind}${day.replaceAll('-', '')}`,
      created_on: `${nextDay(day)}T02:00:00.000Z`,
      type,
      from: `${day}T00:00:00Z`,
      to: `${nextDay(day)}T00:00:00Z`,
      files: [{ id: `file_${kind}`, filename: `${kind}_${day}_1.csv`, format: 'CSV' }],
    })),
  )

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** GET /reports */
export async function listReports(provider: Provider, query: Record<string, string>) {
  const { created_after: after = '', created_before: before = '9999', pagination_token: token = '0' } = query
  const made = dailyReports(await allMovements(provider)).filter(
    ({ created_on }) => created_on >= after && created_on < before,
  )
  const start = Number(token)
  const next = new URL(`${provider.pagesUrl}/reports`)
  for (const [name, value] of Object.entries({ ...query, pagination_token: String(start + PAGE) }))
    next.searchParams.set(name, value)
  return {
    count: made.length,
    limit: PAGE,
    data: made.slice(start, start + PAGE),
    _links: { ...(made.length > start + PAGE && { next: { href: next.href } }) },
  }
}

/** GET /reports/{id}/files/{file} */
export async function reportFile(provider: Provider, id: string): Promise<string> {
  const movements = await allMovements(provider)
  const report = dailyReports(movements).find((one) => one.id === id)
  if (!report) throw new SandboxRefusal(404)
  const ofDay = movements.filter(({ day }) => report.from.startsWith(day))
  const payoutId = ({ day, currency }: Movement) => `${day.replaceAll('-', '')}${currency}`
  if (report.type === 'Payouts') {
    const totals = Object.entries(Object.groupBy(ofDay, payoutId)).map(([payout, all = []]) => [
      'ent_sandbox',
      all[0]?.currency,
      payout,
      report.to,
      decimal(all.reduce((sum, one) => sum + one.pence, 0)),
    ])
    return table(PAYOUT_COLUMNS, totals)
  }
  const rows = ofDay.map((one) => {
    const amount = decimal(one.pence)
    const head = ['ent_sandbox', 'Sandbox', 'pc_sandbox', 'ca_sandbox', one.type, one.actionId, one.paymentId]
    const middle = [one.at, one.at, one.currency, '1', one.currency, payoutId(one), one.reference, 'VISA', '10000']
    return [...head, ...middle, one.breakdown, amount, amount]
  })
  return table(ACTION_COLUMNS, rows)
}

const decimal = (pence: number): string => (pence / 100).toFixed(8)
const table = (columns: string[], rows: unknown[][]) => `\uFEFF${stringify([columns, ...rows])}`

async function allMovements({ db }: Provider): Promise<Movement[]> {
  const moved: Movement[] = []
  for (const { id: paymentId, currency, reference, actions, amount: whole } of await records.allPayments(db))
    for (const { id: actionId, type, processed_on: at, amount, approved } of actions) {
      if (!approved || (type !== 'Capture' && type !== 'Refund')) continue
      const facts = { day: at.slice(0, 10), currency, type, actionId, paymentId, reference, at }
      const breakdown = amount < whole ? `Partial ${type}` : type
      moved.push({ ...facts, breakdown, pence: type === 'Capture' ? amount : -amount })
      if (type === 'Capture') moved.push({ ...facts, breakdown: 'Premium Fixed Fee', pence: -FEE_PENCE })
    }
  for (const { id, payment, amount, currency, status, received_on: at } of await records.allDisputes(db)) {
    const facts = { day: at.slice(0, 10), currency, type: 'Chargeback', paymentId: payment, reference: '', at }
    moved.push({ ...facts, actionId: id, breakdown: 'Chargeback (Debit)', pence: -amount })
    if (status === 'won') moved.push({ ...facts, actionId: `${id}r`, breakdown: 'Chargeback (Credit)', pence: amount })
  }
  return moved
}
