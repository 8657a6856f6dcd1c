import { sql } from 'kysely'
import type { HugggHit } from '#contract/search/search.ts'
import { iso, toDate } from '#kit/time.ts'
import { queueUserMessages, teamLeavingEmails } from '#server/domains/delivery/index.ts'
import { launchUrl } from '#server/domains/hugggs/gifts/index.ts'
import { recordLinksRead } from '#server/domains/hugggs/links/index.ts'
import { statementPage, statementPeriod, walletInScope } from '#server/domains/wallets/index.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy, readFrom, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Cell } from '#server/platform/sheets/cells.ts'
import { BYTE_ORDER_MARK, csvRows } from '#server/platform/sheets/csv.ts'
import { SHEET_ROWS, xlsx, xlsxRows } from '#server/platform/sheets/xlsx.ts'
import { writeArchive } from './archive.ts'
import type { StatementPeriod } from './create-export.ts'
import { EXPORT_JOB, type ExportRecord, exportFileKey, exportPartKey, PART_ROWS } from './export-request.ts'
import { hugggHits } from './huggg-hits.ts'
import { hugggMoney } from './huggg-money.ts'
import { hugggHead, hugggRow } from './huggg-sheet.ts'
import { findStatementReader, findUserZone } from './maker.ts'
import { snapshotRows } from './snapshot-rows.ts'
import { statementCauses } from './statement-causes.ts'
import { statementEdges, statementHead, statementRow, statementWidths } from './statement-sheet.ts'

const MOST_ATTEMPTS = 5
/** After so long the job makes room for others and carries on as a new one. */
const TURN_MS = 120_000

/**
 * Writes an export from wherever it stands: the list is fixed first, then written in parts, each stored before it is
 * counted, at last put together. Killed at any point and run again, by however many workers, every row is there once.
 */
export async function runExport(posy: Posy, exportId: string): Promise<void> {
  jobRecord(await load(posy, exportId), 'export')
  try {
    const turnEnds = performance.now() + TURN_MS
    while (await step(posy, exportId)) {
      if (performance.now() < turnEnds) continue
      await asSystem(posy, (work) => work.send(EXPORT_JOB, { exportId }))
      return
    }
  } catch (error) {
    // The person who was quicker has let go of the parts that this one was still putting together.
    if ((await load(posy, exportId))?.status === 'completed') return
    const attempts = await countFailure(posy, exportId, error instanceof Problem)
    if (attempts < MOST_ATTEMPTS) throw error
    posy.log.error({ exportId, err: error }, 'an export was given up')
  }
}

const load = (posy: Posy, id: string): Promise<ExportRecord | undefined> =>
  posy.db.selectFrom('export_request').selectAll().where('id', '=', id).executeTakeFirst()

/** One step on. @returns whether there is another */
async function step(posy: Posy, id: string): Promise<boolean> {
  const row = await load(posy, id)
  if (!row || row.emptied_at || row.status === 'completed' || row.status === 'failed') return false
  if (row.format === 'zip') {
    await writeArchive(posy, row)
    await complete(posy, row)
    return false
  }
  if (row.status === 'created') await snapshotRows(posy, id)
  else if (row.kind === 'statement' && row.parts_done === 0 && !(await readEdges(posy, row)))
    await writeEdges(posy, row)
  else if (row.rows_done < row.total_hits!) await writePart(posy, row)
  else await finish(posy, row)
  return true
}

/**
 * Anyone else who wrote the same part wrote the same rows, and only one of both counts it. A worker that finds the export ended meanwhile
 * takes the part away again: its parts may have been removed before this one was stored.
 */
async function writePart(posy: Posy, row: ExportRecord): Promise<void> {
  const { cells, next } = row.kind === 'hugggs' ? await hugggCells(posy, row) : await statementCells(posy, row)
  const content = row.format === 'csv' ? csvRows(cells) : xlsxRows(cells)
  const key = exportPartKey(row, row.parts_done + 1)
  await posy.providers.files.put(key, Buffer.from(content))
  await posy.db
    .updateTable('export_request')
    .set({
      parts_done: row.parts_done + 1,
      rows_done: Math.min(row.total_hits!, row.rows_done + PART_ROWS),
      next_cursor: next,
      updated_at: toDate(posy.clock.now()),
    })
    .where('id', '=', row.id)
    .where('status', '=', 'processing')
    .where('parts_done', '=', row.parts_done)
    .execute()
  const now = await load(posy, row.id)
  if (!now || now.emptied_at || now.status !== 'processing') await posy.providers.files.remove(key)
}

interface PartCells {
  cells: Cell[][]
  next: string | null
}

async function hugggCells(posy: Posy, row: ExportRecord): Promise<PartCells> {
  const db = await readFrom(posy)
  const rows = await db
    .selectFrom('export_row')
    .select('huggg_id')
    .where('export_id', '=', row.id)
    .where('position', '>', row.rows_done)
    .where('position', '<=', row.rows_done + PART_ROWS)
    .orderBy('position')
    .execute()
  const hits = await hugggHits(
    db,
    rows.map((each) => each.huggg_id),
    row.with_links ? 'all' : 'none',
  )
  const sent = hits.filter(({ huggg }) => huggg.shortcode !== null && huggg.receiver_id !== null)
  await recordLinksRead(
    posy,
    { kind: 'user', id: row.user_id },
    sent.map(({ huggg }) => huggg.id),
  )
  const giftLink = ({ huggg: { shortcode } }: HugggHit) => (shortcode === null ? null : launchUrl(posy, shortcode))
  const [zone, moneys] = await Promise.all([
    findUserZone(posy, row),
    hugggMoney(
      db,
      hits.map(({ huggg }) => huggg.id),
    ),
  ])
  return {
    cells: hits.map((hit) => hugggRow({ hit, money: moneys.get(hit.huggg.id)!, launchUrl: giftLink(hit), zone })),
    next: null,
  }
}

async function statementCells(posy: Posy, row: ExportRecord): Promise<PartCells> {
  const db = await readFrom(posy)
  const wallet = await walletInScope(db, { teamIds: row.team_ids }, row.wallet_id!)
  const period = row.query as StatementPeriod
  const page = await statementPage(db, wallet, { ...period, next: row.next_cursor ?? '0', limit: PART_ROWS })
  const [zone, reader] = await Promise.all([findUserZone(posy, row), findStatementReader(posy, row)])
  const causes = await statementCauses(db, { walletId: wallet.id, reader, lines: page.data })
  const cells = page.data.map((line) =>
    statementRow({ line, cause: causes.get(line.id)!, walletName: wallet.name, zone }),
  )
  // Read back from the newest, which was fixed first; in the file a period goes forward.
  return { cells: cells.reverse(), next: page.next }
}

/** The part before the first: a statement's balances and sums, of what was fixed as its rows were. */
const EDGES = 0

type Edges = Record<'top' | 'bottom', string>

/** Null where there are none: of gifts, or of a file that an earlier release started. */
async function readEdges(posy: Posy, row: ExportRecord): Promise<Edges | null> {
  const file = row.kind === 'statement' ? await posy.providers.files.read(exportPartKey(row, EDGES)) : null
  return file && ((await new Response(file.stream()).json()) as Edges)
}

async function writeEdges(posy: Posy, row: ExportRecord): Promise<void> {
  const period = row.query as StatementPeriod
  const edges = statementEdges(
    await statementPeriod(posy.db, row.wallet_id!, { ...period, last: Number(row.next_cursor) - 1 }),
  )
  const write = row.format === 'csv' ? csvRows : xlsxRows
  const content = JSON.stringify({ top: write(edges.top), bottom: write(edges.bottom) })
  await posy.providers.files.put(exportPartKey(row, EDGES), Buffer.from(content))
}

/** Puts the parts together and lets go of them. */
async function finish(posy: Posy, row: ExportRecord): Promise<void> {
  const edges = await readEdges(posy, row)
  const file = row.format === 'csv' ? csvFile(posy, row, edges) : xlsxFile(posy, row, edges)
  await posy.providers.files.put(exportFileKey(row), file)
  await complete(posy, row)
}

async function complete(posy: Posy, row: ExportRecord): Promise<void> {
  await asSystem(posy, async (work) => {
    const { tx } = work
    const done = await tx
      .updateTable('export_request')
      .set({ status: 'completed', file_key: exportFileKey(row), updated_at: toDate(posy.clock.now()) })
      .where('id', '=', row.id)
      .where('status', '=', 'processing')
      .where('emptied_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (done && row.kind === 'team') await mailArchiveReady(work, row)
    await tx.deleteFrom('export_row').where('export_id', '=', row.id).execute()
  })
  await removeParts(posy, row)
  const now = await load(posy, row.id)
  // Given up or emptied while the file was being stored: nothing else would remove it.
  if (now?.status !== 'completed' || now.emptied_at) await posy.providers.files.remove(exportFileKey(row))
}

const mailArchiveReady = (work: Work, row: ExportRecord) =>
  queueUserMessages(work, teamLeavingEmails.archiveReady, {
    teamId: row.team_id,
    messages: [
      {
        userId: row.user_id,
        dedupeKey: `archive-ready/${row.id}`,
        detail: { exportId: row.id, until: iso(row.expires_at) },
      },
    ],
  })

export async function removeParts(posy: Posy, row: Pick<ExportRecord, 'id' | 'parts_done'>): Promise<void> {
  // One more may have been stored without being counted.
  for (let number = EDGES; number <= row.parts_done + 1; number++)
    await posy.providers.files.remove(exportPartKey(row, number))
}

const sheetHead = ({ kind }: ExportRecord) => (kind === 'hugggs' ? hugggHead : statementHead)

/** The parts in the order of their rows: of a statement the last part that was written holds the oldest. */
const partsInOrder = ({ kind, parts_done }: ExportRecord): number[] => {
  const numbers = Array.from({ length: parts_done }, (_, index) => index + 1)
  return kind === 'statement' ? numbers.reverse() : numbers
}

async function* readParts(posy: Posy, row: ExportRecord, numbers: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const number of numbers) {
    const part = await posy.providers.files.read(exportPartKey(row, number))
    if (!part) throw new Error(`part ${number} of export ${row.id} is gone`)
    yield* part.stream() as unknown as AsyncIterable<Uint8Array>
  }
}

async function* csvFile(posy: Posy, row: ExportRecord, edges: Edges | null): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK + csvRows([[...sheetHead(row)]]))
  yield* between(edges?.top, readParts(posy, row, partsInOrder(row)), edges?.bottom)
}

async function* between(
  top: string | undefined,
  rows: AsyncIterable<Uint8Array>,
  bottom: string | undefined,
): AsyncGenerator<Uint8Array> {
  if (top) yield Buffer.from(top)
  yield* rows
  if (bottom) yield Buffer.from(bottom)
}

function xlsxFile(posy: Posy, row: ExportRecord, edges: Edges | null): AsyncIterable<Uint8Array> {
  const partsPerSheet = SHEET_ROWS / PART_ROWS
  const numbers = partsInOrder(row)
  const count = Math.max(1, Math.ceil(row.parts_done / partsPerSheet))
  const name = row.kind === 'hugggs' ? 'Gifts' : 'Statement'
  return xlsx(
    Array.from({ length: count }, (_, index) => {
      const parts = readParts(posy, row, numbers.slice(index * partsPerSheet, (index + 1) * partsPerSheet))
      return {
        name: count === 1 ? name : `${name} ${index + 1}`,
        head: sheetHead(row),
        ...(row.kind === 'statement' && { widths: statementWidths }),
        rows: between(index === 0 ? edges?.top : undefined, parts, index === count - 1 ? edges?.bottom : undefined),
      }
    }),
  )
}

/** An export that fails time and again, or can never work, is failed. @returns how often it has */
async function countFailure(posy: Posy, id: string, isHopeless: boolean): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    update export_request set attempts = case when ${isHopeless} then ${MOST_ATTEMPTS} else attempts + 1 end,
      status = case when ${isHopeless} or attempts + 1 >= ${MOST_ATTEMPTS} then 'failed' else status end, updated_at = ${toDate(posy.clock.now())}
    where id = ${id} and status in ('created', 'processing') returning attempts`.execute(posy.db)
  return rows[0]?.attempts ?? MOST_ATTEMPTS
}
