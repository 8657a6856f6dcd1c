import { parse as parseCsv } from 'csv-parse/sync'
import { z } from 'zod'
import { type CardMovement, type CardPayout, type CardRecords, CardsRefused } from '#server/providers/checkout/types.ts'
import type { Sdk } from './sdk.ts'
import { parse } from './serialize.ts'

type Row = Record<string, string>

/** Amounts of reports have up to eight decimals: fees are parts of a penny. */
const UNITS_PER_PENNY = 1_000_000n

const ReportList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string(),
      files: z.array(z.looseObject({ id: z.string(), format: z.string() })).nullish(),
    }),
  ),
  _links: z.looseObject({ next: z.looseObject({ href: z.string() }).nullish() }).nullish(),
})

/**
 * A report file of the provider's: “Financial Actions” (a row for each part of an action) or “Payouts”.
 * @throws CardsRefused for anything else
 */
export function readReport(csv: string): CardRecords {
  let rows: Row[]
  try {
    const columns = (header: string[]) => header.map((name) => name.trim().toLowerCase())
    rows = parseCsv(csv, { columns, bom: true, skip_empty_lines: true, trim: true })
  } catch (error) {
    throw new CardsRefused(`This is no CSV file: ${(error as Error).message}`)
  }
  const [header = ''] = csv.replace(/^\uFEFF/, '').split('\n', 1)
  if (/breakdown type/i.test(header)) return { movements: rows.map(toMovement), payouts: [] }
  if (/payout amount/i.test(header)) return { movements: [], payouts: rows.map(toPayout) }
  throw new CardsRefused('This is no report of financial actions or payouts: its columns are others.')
}

/** The same action stands in the reports of its day and of its payout. */
export function mergeRecords(all: readonly CardRecords[]): CardRecords {
  const byId = <T extends { id: string }>(items: readonly T[]) => [
    ...new Map(items.map((item) => [item.id, item])).values(),
  ]
  return {
    movements: byId(all.flatMap(({ movements }) => movements)),
    payouts: byId(all.flatMap(({ payouts }) => payouts)),
  }
}

/** All that the reports made in a time say, by the API. */
export async function fetchRecords(sdk: Sdk, { from, until }: { from: Date; until: Date }): Promise<CardRecords> {
  const found: CardRecords[] = []
  let token: string | null = null
  do {
    const page: z.output<typeof ReportList> = parse(
      ReportList,
      await sdk.reports.getAllReports({
        created_after: from.toISOString(),
        created_before: until.toISOString(),
        ...(token && { pagination_token: encodeURIComponent(token) }),
      }),
    )
    for (const { id, type, files } of page.data) {
      if (!/^(FinancialActions|Payouts)/.test(type)) continue
      for (const file of files ?? [])
        if (file.format.toUpperCase() === 'CSV')
          found.push(readReport(String(await sdk.reports.getReportFile(id, file.id))))
    }
    const next = page._links?.next?.href
    token = next ? new URL(next).searchParams.get('pagination_token') : null
  } while (token)
  return mergeRecords(found)
}

function toMovement(row: Row): CardMovement {
  const breakdown = field(row, 'breakdown type')
  const amount = units(row, 'processing currency amount')
  return {
    id: `${field(row, 'action id')} ${breakdown}`,
    // What is about no payment, such as a minimum fee, names none.
    paymentId: row['payment id'] ?? '',
    kind: movementKind(breakdown, amount),
    currency: row['processing currency'] ?? '',
    amountPence: pence(amount),
    payoutId: row['payout id'] || null,
    // The paying out itself is no part of what is paid out.
    heldUnits: /^payout/i.test(breakdown) ? 0n : units(row, 'holding currency amount'),
  }
}

/** Only what a holder paid, or was paid, is compared: fees, taxes and reserves are between the provider and us. */
function movementKind(breakdown: string, amount: bigint): CardMovement['kind'] {
  if (/^(partial )?capture$/i.test(breakdown)) return 'capture'
  if (/^(partial )?refund$/i.test(breakdown)) return 'refund'
  if (/^chargeback \(/i.test(breakdown)) return amount < 0n ? 'chargeback' : 'chargeback-reversal'
  return 'other'
}

const toPayout = (row: Row): CardPayout => ({
  id: field(row, 'payout id'),
  currency: field(row, 'holding currency'),
  amountPence: pence(units(row, 'payout amount')),
})

function field(row: Row, name: string): string {
  const value = row[name]
  if (!value) throw new CardsRefused(`A row of the report has no “${name}”.`)
  return value
}

function units(row: Row, name: string): bigint {
  const text = row[name] || '0'
  const [, sign, whole = '', decimals = ''] = /^([+-]?)(\d+)(?:\.(\d{1,8})\d*)?$/.exec(text) ?? []
  if (whole === '') throw new CardsRefused(`A row of the report has “${text}” as its “${name}”.`)
  const value = BigInt(whole + decimals.padEnd(8, '0'))
  return sign === '-' ? -value : value
}

/** To the nearest penny. */
function pence(amount: bigint): number {
  const half = UNITS_PER_PENNY / 2n
  return Number((amount < 0n ? amount - half : amount + half) / UNITS_PER_PENNY)
}
