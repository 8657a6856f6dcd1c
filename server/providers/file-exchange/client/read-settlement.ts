import type { RailName } from '#contract/core/rails.ts'
import { readSignedCsv } from '#server/platform/sheets/signed-csv.ts'
import type { Settlement, SettlementEvent, SettlementLine } from '#server/providers/rails/types.ts'
import { settlementColumns } from '../types.ts'

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const NAME = /^[\w-]{1,60}$/
const EVENTS = new Set<string>(['cashed', 'expired', 'cancelled'] satisfies SettlementEvent[])

/** Reads a rail's settlement file, signed under the key that it has from us; another rail's is refused. */
export function readSettlement(rail: RailName, key: string, text: string): Settlement {
  const file = readSignedCsv(key, text, { columns: settlementColumns, sum: 'amountPence' })
  if ('problem' in file) return file
  const [kind, of, day = ''] = file.about
  if (kind !== 'settlement' || of !== rail || !DAY.test(day))
    return { problem: `its first line must be posy-file,1,settlement,${rail} and the day` }
  const entries = new Set<string>()
  const lines: SettlementLine[] = []
  for (const { line, cells } of file.rows) {
    const { entry, reference, event } = cells
    if (!NAME.test(entry) || !NAME.test(reference))
      return { problem: `line ${line}: entry and reference must be names` }
    if (!EVENTS.has(event)) return { problem: `line ${line}: event must be cashed, expired or cancelled` }
    if (!DAY.test(cells.day)) return { problem: `line ${line}: day must be YYYY-MM-DD` }
    if (entries.has(entry)) return { problem: `line ${line}: the entry stands in the file twice` }
    entries.add(entry)
    lines.push({
      line,
      entry,
      reference,
      event: event as SettlementEvent,
      amountPence: Number(cells.amountPence),
      day: cells.day,
    })
  }
  return { day, lines }
}
