import { sql } from 'kysely'
import type { Currency } from '#kit/currency.ts'
import { formatMoney, type Pence } from '#kit/money.ts'
import { startOfLondonDay } from '#server/domains/wallets/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { tallyDayStart } from '#server/platform/waiting-acts.ts'
import { type BankTarget, findBankMatcher, namedTargets } from './matchers.ts'
import type { SeenLine } from './recognise-lines.ts'

/** What waits for a person is counted together: whose it is will be known later. */
const UNMATCHED = 'nothing that is known'

interface Counted {
  currency: string
  pence: Pence
}

/**
 * Why another operator must confirm new lines: money in for one target, brought on one day by files that no second operator
 * confirmed or booked by hand by one operator alone, above what one operator may. However many operators, files and bookings it is
 * spread over, it counts together, and each payment once.
 */
export async function aboveAlone(posy: Posy, db: Db | Tx, fresh: readonly SeenLine[]): Promise<string[]> {
  const limit = posy.config.secondOperatorAbovePence
  const brought = new Map<string, Counted & { label: string; isNew: boolean }>()
  const count = (target: string, label: string, { currency, pence }: Counted, isNew: boolean) => {
    const key = `${target} ${currency}`
    const before = brought.get(key) ?? { pence: 0, currency, label, isNew: false }
    brought.set(key, { ...before, pence: before.pence + pence, isNew: before.isNew || isNew })
  }
  const isBookedByHand = bookedByHand(posy, db)
  const countByWords = async (line: CountedLine, isNew: boolean) => {
    const targets = line.held ? [] : await namedTargets(posy, db, { text: line.text, amount: line.amountPence })
    const [only] = targets
    const money = { currency: line.currency, pence: line.amountPence }
    if (targets.length !== 1 || !only) count(UNMATCHED, UNMATCHED, money, isNew)
    else if (!(await isBookedByHand(line, only))) count(`${only.kind} ${only.id}`, only.label, money, isNew)
  }
  const moneyIn = fresh.filter(({ amountPence }) => amountPence > 0)
  const [before, byHand] = [await linesAloneToday(posy, db), await bookedAloneToday(posy, db)]
  const sum = [...moneyIn.map(pence), ...before.map(pence), ...byHand.map((alone) => alone.pence)]
  if (sum.reduce((total, each) => total + each, 0) <= limit) return []
  for (const line of moneyIn) await countByWords(line, true)
  for (const { target, label, ...line } of before) {
    if (line.state === 'new') await countByWords(line, false)
    else count(target ?? UNMATCHED, label ?? UNMATCHED, { currency: line.currency, pence: line.amountPence }, false)
  }
  for (const { target, ...money } of byHand) count(target, target, money, false)
  return [...brought.values()]
    .filter(({ pence, isNew }) => isNew && pence > limit)
    .map(({ pence, currency, label }) => `With it, ${formatMoney(pence, currency)} came in today for ${label}.`)
}

const pence = ({ amountPence }: CountedLine): Pence => amountPence

interface CountedLine {
  date: string
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

/** Whether a line says what was booked by hand before it came: each booking is one line's. */
function bookedByHand(posy: Posy, db: Db | Tx) {
  const used = new Set<string>()
  return async ({ currency, amountPence, date }: CountedLine, target: BankTarget): Promise<boolean> => {
    const transferId = await findBankMatcher(posy, target.kind, amountPence).booked?.(db, target, {
      bankLine: '',
      amountPence,
      currency: currency as Currency,
      receivedAt: startOfLondonDay(date),
      from: 'bank-clearing',
    })
    if (!transferId || used.has(transferId)) return false
    used.add(transferId)
    return true
  }
}

const isFoundBooked = sql`exists (select from bank_act where line_id = line.id and act = 'found-booked')`

/** Money in of today's files that no second operator confirmed, but for what was booked by hand before. */
async function linesAloneToday(posy: Posy, db: Db | Tx): Promise<LineAlone[]> {
  const { rows } = await sql<LineAlone>`
    select line.state, line.booked_on::text as date, line.currency, line.text, line.amount as "amountPence", line.held,
      line.target_kind || ' ' || line.target_id as target, line.target_label as label
    from bank_line as line
    join bank_import as import on import.id = line.import_id
    where import.confirmed_by is null and import.imported_at >= ${tallyDayStart(posy)}::timestamptz
      and line.amount > 0 and line.state <> 'set-aside' and not ${isFoundBooked}`.execute(db)
  return rows
}

/** What operators alone booked today by hand; a line of today's files that one of them allocated counts as such a line. */
async function bookedAloneToday(posy: Posy, db: Db | Tx): Promise<(Counted & { target: string })[]> {
  const { rows } = await sql<Counted & { target: string }>`
    select target, currency, amount as pence from money_alone as alone
    where alone.at >= ${tallyDayStart(posy)}::timestamptz
      and (alone.kind in ('wallet-receipt', 'invoice-receipt') or alone.kind = 'bank-line' and not exists (
        select from bank_line as line
        join bank_import as import on import.id = line.import_id
        where line.id::text = alone.subject_id and import.confirmed_by is null
          and import.imported_at >= ${tallyDayStart(posy)}::timestamptz))`.execute(db)
  return rows
}

/** What files that no second operator confirmed brought in today for a target alone: its share of the day's tally. */
export async function matchedToday({ posy, tx }: Work, { kind, id }: BankTarget, currency: string): Promise<Pence> {
  const { rows } = await sql<{ pence: Pence }>`
    select coalesce(sum(line.amount), 0)::bigint as pence
    from bank_line as line
    join bank_import as import on import.id = line.import_id
    where import.confirmed_by is null and import.imported_at >= ${tallyDayStart(posy)}::timestamptz
      and line.state = 'booked' and line.amount > 0 and line.currency = ${currency}
      and line.target_kind = ${kind} and line.target_id = ${id} and not ${isFoundBooked}
      and not exists (
        select from money_alone where kind = 'bank-line' and subject_id = line.id::text
          and target = ${`${kind} ${id}`} and at >= ${tallyDayStart(posy)}::timestamptz)`.execute(tx)
  return Number(rows[0]!.pence)
}
