import { allows } from '#contract/core/permissions.ts'
import { paperLabels, rateLabel } from '#contract/orders/paper-labels.ts'
import { isoCurrency } from '#kit/currency.ts'
import { Temporal } from '#kit/time.ts'
import { accountStatement, countVat } from '#server/domains/purchases/invoices/index.ts'
import { loadPermissions, teamById } from '#server/domains/teams/team/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { type Cell, money } from '#server/platform/sheets/cells.ts'
import type { ZipEntry } from '#server/platform/sheets/zip.ts'
import { paperPath, pdfEntry } from './archive-documents.ts'
import { csvEntry, textEntry } from './archive-sheet.ts'
import { periodStatements } from './archive-statements.ts'
import type { PapersPeriod } from './create-export.ts'
import type { ExportRecord } from './export-request.ts'
import { shownPapers } from './queries.ts'

const CURRENCIES = ['GBX', 'EUX'] as const
const MOST_DAYS = 366
/** Ten times what one page of VAT is worked out from: a year of a large team. */
const MOST_LINES = 100_000

type CountedVat = Awaited<ReturnType<typeof countVat>>

const countBoth = (posy: Posy, team: Parameters<typeof countVat>[1], { from, until }: PapersPeriod) =>
  Promise.all(CURRENCIES.map((currency) => countVat(posy, team, { currency, from, until, most: MOST_LINES })))

/** @throws invalid_fields (422) for days that end before they begin, or are more than a year */
export function checkPapersPeriod({ from, until }: PapersPeriod): void {
  const { days } = Temporal.PlainDate.from(from).until(until, { largestUnit: 'days' })
  if (days < 0) throw invalidFields([{ path: 'until', message: 'must not be before from' }])
  if (days >= MOST_DAYS) throw invalidFields([{ path: 'from', message: `choose at most ${MOST_DAYS} days` }])
}

/**
 * The papers of a period, from the same lines as its VAT summary, so that the list of them adds up to it; and the statement
 * of each wallet. What the person who asked may see is looked at now: roles change.
 */
export async function periodPapers(posy: Posy, row: ExportRecord): Promise<ZipEntry[]> {
  const period = row.query as unknown as PapersPeriod
  const [team, rights] = await Promise.all([
    teamById(posy.db, row.team_id),
    loadPermissions(posy.db, { userId: row.user_id, teamId: row.team_id }),
  ])
  const summaries = await countBoth(posy, team, period)
  const lines = summaries.flatMap((summary) => summary.lines)
  const papers = await shownPapers(posy.db, {
    documentIds: lines.map(({ documentId }) => documentId),
    budgetMonthIds: lines.flatMap(({ budgetInvoiceId }) => budgetInvoiceId ?? []),
    withUnpublished: allows(rights?.permissions ?? {}, 'manage-billing'),
  })
  const paths = new Map(papers.map((paper) => [paper.id, paperPath(paper)]))
  return [
    textEntry('README.txt', readme(period)),
    sheetEntry(
      'index.csv',
      INDEX,
      summaries.flatMap((summary) => indexRows(summary, paths)),
    ),
    sheetEntry('vat.csv', VAT, summaries.flatMap(vatRows)),
    sheetEntry('account.csv', ACCOUNT, await accountRows(posy, row, period)),
    ...(await periodStatements(posy, row, period)),
    ...papers.map((paper) => pdfEntry(posy, paper)),
  ]
}

const sheetEntry = (name: string, head: readonly string[], rows: Cell[][]): ZipEntry =>
  csvEntry(name, head, async function* () {
    yield rows
  })

const amounts = ({ net, vat, gross }: Pick<CountedVat, 'net' | 'vat' | 'gross'>): Cell[] => [net, vat, gross].map(money)

const INDEX = 'Tax point,Document,Number,Team,Rate,Net,VAT,Gross,Currency,Counts on,Note,File'.split(',')

/** One row for each rate of each paper, as the VAT page lists them. */
function indexRows(
  { currency, lines, notYetInvoiced: open }: CountedVat,
  paths: ReadonlyMap<string, string>,
): Cell[][] {
  const code = isoCurrency(currency) ?? null
  const rows: Cell[][] = lines.map((line) => {
    const path = paths.get(line.documentId) ?? null
    const notes = [...(line.late ? [`late, tax point ${line.date}`] : []), ...(path ? [] : ['not published'])]
    return [
      ...[line.date, paperLabels[line.kind], line.number, line.teamName, rateLabel(line.rate), ...amounts(line)],
      ...[code, line.countsOn, notes.join(', ') || null, path],
    ]
  })
  if (open.count > 0)
    rows.push([null, 'Not yet invoiced', null, null, null, ...amounts(open), code, null, 'in no total', null])
  return rows
}

const VAT = ['Currency', 'Rate', 'Net', 'VAT', 'Gross']

/** The sums of the VAT page; of a currency in which nothing was charged, none. */
function vatRows(summary: CountedVat): Cell[][] {
  const { currency, lines, rates, notYetInvoiced: open } = summary
  if (lines.length === 0 && open.count === 0) return []
  const row = (name: string, sums: Parameters<typeof amounts>[0]): Cell[] => [
    isoCurrency(currency) ?? null,
    name,
    ...amounts(sums),
  ]
  return [
    ...rates.map(({ rate, ...sums }) => row(rateLabel(rate), sums)),
    row('Total', summary),
    ...(open.count > 0 ? [row('Not yet invoiced', open)] : []),
  ]
}

/** As the page of the statement has its file. */
const ACCOUNT = 'Currency,Date,Kind,Number,Description,Added,Taken off,Owed,In your favour'.split(',')

/** In one of two columns, so that none is negative. */
const either = (pence: number): [Cell, Cell] => (pence < 0 ? [null, money(-pence)] : [money(pence), null])

/** What was owed on invoices, in pounds always; of euros, where there ever were any. */
async function accountRows(posy: Posy, row: ExportRecord, { from, until }: PapersPeriod): Promise<Cell[][]> {
  const statements = await Promise.all(
    CURRENCIES.map((currency) =>
      accountStatement(posy, { teamIds: row.team_ids }, { teamId: row.team_id, currency, from, until }),
    ),
  )
  return statements
    .filter(({ currency, opening, lines }) => currency === 'GBX' || opening !== 0 || lines.length > 0)
    .flatMap(({ currency, opening, closing, lines }) => {
      const code = isoCurrency(currency) ?? null
      return [
        [code, from, 'opening', null, 'Opening balance', null, null, ...either(opening)],
        ...lines.map(({ date, kind, number, description, amount, balance }): Cell[] => [
          ...[code, date, kind, number, description, ...either(amount), ...either(balance)],
        ]),
        [code, until, 'closing', null, 'Closing balance', null, null, ...either(closing)],
      ]
    })
}

const readme = ({ from, until }: PapersPeriod): string[] => [
  'The papers of this team, its subteams and its budgets.',
  `Days in London: ${from} to ${until}, both included.`,
  '',
  'index.csv    each receipt, invoice and credit note by its rates of VAT, with the name of its PDF',
  'vat.csv      VAT by rate: index.csv adds up to its totals, and both to the VAT page of these days',
  'account.csv  the statement of account: what was invoiced, credited and paid, and what was owed then',
  'documents/   the PDFs, and the reports that belong to invoices of budgets',
  'statements/  each wallet: its opening balance, its movements and its closing balance',
  '',
  'Not yet invoiced is what was charged or given back and is on no document yet; it is in no total.',
  'Text is UTF-8. Amounts are in pounds or euros.',
]
