import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type RailName, rails } from '#contract/core/rails.ts'
import { newId } from '#kit/ids.ts'
import { readTextFile } from '#kit/text-file.ts'
import type { Work } from '#server/platform/posy.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import type { SettlementLine } from '#server/providers/rails/types.ts'
import { connectedRail } from './connected-rail.ts'
import { settlementTakenIn } from './events.ts'
import { countUnmatched } from './queries.ts'

export interface TakenIn {
  id: string
  lines: number
  repeated: number
  unmatched: number
}

interface Given {
  rail: RailName
  name: string
  bytes: Uint8Array
  operator: string
}

/** So many rows a statement. */
const BATCH = 1000

/**
 * Takes a rail's settlement file in: whole, signed by the rail and once. A line that an earlier file told in the same words
 * counts once; in other words, the file is refused.
 * @throws unavailable where the rail is not connected; invalid_fields; conflict for a file that was taken in before
 */
export async function takeSettlementFile(work: Work, { rail, name, bytes, operator }: Given): Promise<TakenIn> {
  const text = readTextFile(bytes)
  const settlement =
    'problem' in text ? { problem: 'it is no text file' } : connectedRail(work.posy, rail).readSettlement(text.text)
  if ('problem' in settlement)
    throw invalidFields([{ path: 'file', message: `was not taken in: ${settlement.problem}` }])
  const { day, lines } = settlement
  const id = newId()
  // Two files at once may tell of the same: one after the other.
  await sql`lock table rail_file in share row exclusive mode`.execute(work.tx)
  const repeated = await alreadyTold(work, rail, lines)
  const file = await work.tx
    .insertInto('rail_file')
    .values({
      id,
      rail,
      name: name.slice(0, 200),
      digest: createHash('sha256').update(bytes).digest(),
      day,
      lines: lines.length,
      amount_pence: lines.reduce((sum, { amountPence }) => sum + amountPence, 0),
      repeated: repeated.size,
      taken_in_at: work.at,
      taken_in_by: operator,
    })
    .onConflict((conflict) => conflict.columns(['rail', 'digest']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!file)
    throw new Problem('conflict', `This file of ${rails[rail].label} was taken in before.`, {
      help: 'Nothing has been changed.',
    })
  const fresh = lines.filter(({ entry }) => !repeated.has(entry))
  for (let start = 0; start < fresh.length; start += BATCH)
    await work.tx
      .insertInto('rail_entry')
      .values(
        fresh.slice(start, start + BATCH).map(({ amountPence, ...line }) => ({
          ...line,
          rail,
          file_id: id,
          amount_pence: amountPence,
        })),
      )
      .execute()
  await work.emit(settlementTakenIn, { fileId: id })
  return { id, lines: lines.length, repeated: repeated.size, unmatched: await countUnmatched(work.tx, id) }
}

/** The entries that an earlier file had, each just as it stands there. */
async function alreadyTold(work: Work, rail: RailName, lines: SettlementLine[]): Promise<Set<string>> {
  const known = new Map<string, string>()
  for (let start = 0; start < lines.length; start += BATCH) {
    const entries = lines.slice(start, start + BATCH).map(({ entry }) => entry)
    const rows = await work.tx
      .selectFrom('rail_entry')
      .select(['entry', 'reference', 'event', 'amount_pence'])
      .where('rail', '=', rail)
      .where('entry', 'in', entries)
      .execute()
    for (const { entry, reference, event, amount_pence } of rows)
      known.set(entry, `${reference} ${event} ${amount_pence}`)
  }
  const told = lines.filter(({ entry }) => known.has(entry))
  const other = told.find(
    ({ entry, reference, event, amountPence }) => known.get(entry) !== `${reference} ${event} ${amountPence}`,
  )
  if (other)
    throw invalidFields([
      { path: 'file', message: `was not taken in: line ${other.line}: an earlier file told this entry otherwise` },
    ])
  return new Set(told.map(({ entry }) => entry))
}
