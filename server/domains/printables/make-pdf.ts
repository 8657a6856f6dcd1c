import { newId } from '#kit/ids.ts'
import { jobRecord } from '#server/platform/job-record.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { drawPrintables } from './draw-printable.ts'
import { printableReady } from './events.ts'
import { loadJob } from './load-job.ts'
import type { Flaw } from './printable.ts'
import { lockPrintable, type PrintableRecord } from './queries.ts'
import { scrap } from './temporary-files.ts'

const PROGRESS_MS = 250
const UNFINISHED_MS = 24 * 3_600_000

/**
 * Makes the PDF of a purchase's cards. Killed anywhere and run again it makes the same file under the same name; the
 * one that finishes says so once. What was changed meanwhile is drawn again.
 */
export async function makePdf(posy: Posy, printableId: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const started = await start(posy, printableId)
    if (!started) return
    const { key, design, items, printable } = started
    const { pdf, flaws } = drawPrintables(design, items, {
      at: printable.updated_at,
      onSheet: reportProgress(posy, printable),
    })
    await posy.providers.files.put(key, pdf).finally(() => pdf.destroy())
    isDone = await finish(posy, printable, { key, cards: items.length, flaws: await flaws })
  }
}

const start = (posy: Posy, id: string) =>
  asSystem(posy, async (work) => {
    const printable = jobRecord(await lockPrintable(work.tx, { id }), 'cards')
    if (printable.file_status !== 'queued' && printable.file_status !== 'making') return null
    const job = await loadJob(posy, work.tx, printable)
    const key = `printables/${id}/v${printable.version}.pdf`
    await scrap(work.tx, { key, teamId: printable.team_id, removeAfter: new Date(posy.wall.nowMs() + UNFINISHED_MS) })
    await work.tx
      .updateTable('printable')
      .set({ file_status: 'making', cards_made: 0, cards_total: job.items.length })
      .where('id', '=', id)
      .execute()
    return { ...job, key, printable }
  })

/** Says how far it is, now and then; nothing once another run has finished the file. */
export function reportProgress({ db, wall }: Posy, { id }: { id: string }) {
  let toldMs = wall.nowMs()
  return async (made: number): Promise<void> => {
    if (wall.nowMs() - toldMs < PROGRESS_MS) return
    toldMs = wall.nowMs()
    await db
      .updateTable('printable')
      .set({ cards_made: made })
      .where('id', '=', id)
      .where('file_status', '=', 'making')
      .execute()
  }
}

/** @returns whether nothing was changed meanwhile */
const finish = (
  posy: Posy,
  { id, version }: PrintableRecord,
  { key, cards, flaws }: { key: string; cards: number; flaws: readonly Flaw[] },
): Promise<boolean> =>
  asSystem(posy, async (work) => {
    const printable = await lockPrintable(work.tx, { id })
    if (printable?.file_status !== 'making') return true
    if (printable.version !== version) return false
    if (flaws.length > 0 || cards === 0) {
      await work.tx
        .updateTable('printable')
        .set({ file_status: 'failed', file_error: cards === 0 ? 'No gift is left to print.' : sayFlaws(flaws) })
        .where('id', '=', id)
        .execute()
      return true
    }
    const now = new Date(posy.wall.nowMs())
    if (printable.file_key && printable.file_key !== key)
      await scrap(work.tx, { key: printable.file_key, teamId: printable.team_id, removeAfter: now })
    await work.tx.deleteFrom('printable_scrap').where('object_key', '=', key).execute()
    const notify = printable.notify_user_id
    await work.tx
      .updateTable('printable')
      .set({
        file_status: 'ready',
        file_key: key,
        file_version: version,
        file_error: null,
        cards_made: cards,
        cards_total: cards,
        notify_user_id: null,
        ...(notify ? { file_sent_at: work.at } : {}),
      })
      .where('id', '=', id)
      .execute()
    if (notify)
      await work.emit(printableReady, {
        transactionId: printable.transaction_id,
        printableId: id,
        version,
        userId: notify,
        request: newId(),
      })
    return true
  })

const ROWS_NAMED = 10
function sayFlaws(flaws: readonly Flaw[]): string {
  const rows = [...new Set(flaws.map(({ row }) => row + 1))]
  const named = rows.slice(0, ROWS_NAMED).join(', ')
  const more = rows.length > ROWS_NAMED ? ` and ${rows.length - ROWS_NAMED} more` : ''
  return `${rows.length === 1 ? 'Card' : 'Cards'} ${named}${more} cannot be printed as they are: ${flaws[0]!.message}. Check the proof.`
}
