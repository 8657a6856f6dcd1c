import { BUSINESS_ZONE, iso, Temporal } from '#kit/time.ts'
import { startOfBusinessDay } from '#server/domains/purchases/invoices/index.ts'
import { statementPage, statementPeriod, walletInScope } from '#server/domains/wallets/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Cell } from '#server/platform/sheets/cells.ts'
import type { ZipEntry } from '#server/platform/sheets/zip.ts'
import { csvEntry, fileName } from './archive-sheet.ts'
import type { PapersPeriod } from './create-export.ts'
import { type ExportRecord, PART_ROWS } from './export-request.ts'
import { findStatementReader, findUserZone } from './maker.ts'
import { archivedWalletYears, walletsBefore } from './queries.ts'
import { type StatementReader, statementCauses } from './statement-causes.ts'
import { statementEdges, statementHead, statementRow } from './statement-sheet.ts'

/** The statement of every wallet that has one, closed ones too: a file for each year in which money moved. */
export async function archivedStatements(posy: Posy, row: ExportRecord): Promise<ZipEntry[]> {
  const [zone, reader] = await Promise.all([findUserZone(posy, row), findStatementReader(posy, row)])
  const years = await archivedWalletYears(posy.db, row.team_ids)
  return years.map((each) =>
    csvEntry(`statements/${fileName(each.name)} ${each.reference} ${each.year}.csv`, statementHead, () =>
      statementPages(
        posy,
        row,
        { ...each, from: yearBegins(each.year), to: yearBegins(each.year + 1) },
        { zone, reader },
      ),
    ),
  )
}

/** The statement of every wallet of some days, each as it stands; what participants have is in their budgets' papers. */
export async function periodStatements(
  posy: Posy,
  row: ExportRecord,
  { from, until }: PapersPeriod,
): Promise<ZipEntry[]> {
  const after = Temporal.PlainDate.from(until).add({ days: 1 }).toString()
  const period = { from: startOfBusinessDay(from), to: startOfBusinessDay(after) }
  const [zone, reader, wallets] = await Promise.all([
    findUserZone(posy, row),
    findStatementReader(posy, row),
    walletsBefore(posy.db, row.team_ids, period.to),
  ])
  const instants = { from: iso(period.from), to: iso(period.to) }
  return wallets.map((wallet) =>
    csvEntry(`statements/${fileName(wallet.name)} ${wallet.reference} ${from} to ${until}.csv`, statementHead, () =>
      statementPages(posy, row, { ...wallet, ...instants }, { zone, reader }),
    ),
  )
}

const yearBegins = (year: number): string =>
  Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(BUSINESS_ZONE).toInstant().toString()

async function* statementPages(
  { db }: Posy,
  { team_ids }: ExportRecord,
  { walletId, last, from, to }: { walletId: string; last: number; from: string; to: string },
  { zone, reader }: { zone: string; reader: StatementReader },
): AsyncGenerator<Cell[][]> {
  const wallet = await walletInScope(db, { teamIds: team_ids }, walletId)
  const period = { from, to }
  const edges = statementEdges(await statementPeriod(db, walletId, { ...period, last }))
  yield edges.top
  let previous: string | null = '0'
  do {
    const page: Awaited<ReturnType<typeof statementPage>> = await statementPage(db, wallet, {
      ...period,
      limit: PART_ROWS,
      last,
      previous,
    })
    const causes = await statementCauses(db, { walletId, reader, lines: page.data })
    yield page.data
      .map((line) => statementRow({ line, cause: causes.get(line.id)!, walletName: wallet.name, zone }))
      .reverse()
    previous = page.previous
  } while (previous)
  yield edges.bottom
}
