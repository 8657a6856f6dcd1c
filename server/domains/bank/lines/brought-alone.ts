import { sql } from 'kysely'
import { formatMoney, type Pence } from '#server/kit/money.ts'
import { BUSINESS_ZONE } from '#server/kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { namedTargets } from './matchers.ts'
import type { SeenLine } from './recognise-lines.ts'

/** What waits for a person is counted together: nobody knows yet whose it is. */
const UNMATCHED = 'nothing that is known'

/**
 * Why another operator must confirm new lines: money in for one target, brought on one day by files that nobody confirmed,
 * above what one operator may. However many operators and files it is spread over, it counts together.
 */
export async function aboveAlone(posy: Posy, db: Db | Tx, fresh: readonly SeenLine[]): Promise<string[]> {
  const limit = posy.config.secondOperatorAbovePence
  const brought = new Map<string, { pence: Pence; currency: string; label: string; isNew: boolean }>()
  const count = (
    target: string,
    label: string,
    { currency, pence }: { currency: string; pence: Pence },
    isNew: boolean,
  ) => {
    const key = `${target} ${currency}`
    const before = brought.get(key) ?? { pence: 0, currency, label, isNew: false }
    brought.set(key, { ...before, pence: before.pence + pence, isNew: before.isNew || isNew })
  }
  const countByWords = async (line: CountedLine, isNew: boolean) => {
    const targets = line.held ? [] : await namedTargets(posy, db, { text: line.text, amount: line.amountPence })
    const [only] = targets
    const money = { currency: line.currency, pence: line.amountPence }
    if (targets.length === 1 && only) count(`${only.kind} ${only.id}`, only.label, money, isNew)
    else count(UNMATCHED, UNMATCHED, money, isNew)
  }
  const [moneyIn, before] = [fresh.filter(({ amountPence }) => amountPence > 0), await linesAloneToday(posy, db)]
  if ([...moneyIn, ...before].reduce((sum, { amountPence }) => sum + amountPence, 0) <= limit) return []
  for (const line of moneyIn) await countByWords(line, true)
  for (const { target, label, ...line } of before) {
    if (line.state === 'new') await countByWords(line, false)
    else count(target ?? UNMATCHED, label ?? UNMATCHED, { currency: line.currency, pence: line.amountPence }, false)
  }
  return [...brought.values()]
    .filter(({ pence, isNew }) => isNew && pence > limit)
    .map(({ pence, currency, label }) => `With it, ${formatMoney(pence, currency)} came in today for ${label}.`)
}

interface CountedLine {
  currency: string
  text: string
  amountPence: Pence
  held?: string | null
}

interface LineAlone extends CountedLine {
  state: string
  target: string | null
  label: string | null
}

/** Money in of today's files that no second operator confirmed. */
async function linesAloneToday(posy: Posy, db: Db | Tx): Promise<LineAlone[]> {
  const today = posy.clock.now().toZonedDateTimeISO(BUSINESS_ZONE).startOfDay().toInstant().toString()
  const { rows } = await sql<LineAlone>`
    select line.state, line.currency, line.text, line.amount as "amountPence", line.held,
      line.target_kind || ' ' || line.target_id as target, line.target_label as label
    from bank_line as line
    join bank_import as import on import.id = line.import_id
    where import.confirmed_by is null and import.imported_at >= ${today}::timestamptz
      and line.amount > 0 and line.state <> 'set-aside'`.execute(db)
  return rows
}
