import { MAX_STATEMENT_LINES } from '#contract/orders/account-statements.ts'
import type { VatSummary } from '#contract/orders/invoices.ts'
import { londonDate, Temporal } from '#kit/time.ts'
import { type TeamRecord, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { type Closed, loadClosed, ratePercent } from './vat-periods.ts'
import { startOfBusinessDay, unpapered, type VatLine, vatLines } from './vat-queries.ts'

/**
 * VAT by rate between two days, from papers alone, by their tax points: what they say is what a return must say. Closed
 * periods stay as they are, what came late counts in the next. What is on no paper yet stands beside it.
 * @throws not_found for foreign and missing alike; invalid_fields for a range that ends before it begins or is too long
 */
export async function vatSummary(
  posy: Posy,
  caller: Principal,
  {
    teamId,
    currency,
    ...wish
  }: { teamId: string; currency: string; from?: string | undefined; until?: string | undefined },
): Promise<VatSummary> {
  const team = await teamInScope(posy.db, caller, teamId)
  const quarter = lastQuarter(londonDate(posy.clock.now()))
  const from = wish.from ? Temporal.PlainDate.from(wish.from) : quarter.from
  const until = wish.until
    ? Temporal.PlainDate.from(wish.until)
    : wish.from
      ? londonDate(posy.clock.now())
      : quarter.until
  if (Temporal.PlainDate.compare(until, from) < 0)
    throw invalidFields([{ path: 'until', message: 'must not be before from' }])
  const days = { from: from.toString(), until: until.toString() }
  const { lines, ...sums } = await countVat(posy, team, { currency, ...days, most: MAX_STATEMENT_LINES })
  return { ...sums, lines: lines.map(({ documentId: _, budgetInvoiceId: __, ...line }) => line) }
}

/** A summary that says which records its lines stand on. */
interface CountedVat extends Omit<VatSummary, 'lines'> {
  lines: (VatSummary['lines'][number] & Pick<VatLine, 'documentId' | 'budgetInvoiceId'>)[]
}

/** The same for two days and a team that the caller has looked at. @throws invalid_fields for too many lines */
export async function countVat(
  posy: Posy,
  team: TeamRecord,
  { currency, most, ...days }: { currency: string; from: string; until: string; most: number },
): Promise<CountedVat> {
  const teamId = team.id
  const closed = await loadClosed(posy.db, team)
  const found = await vatLines(posy.db, { teamId, currency, ...days, closed, most })
  if (found.length > most)
    throw invalidFields([{ path: 'from', message: `choose fewer days: more than ${most} lines` }])
  const budgets = await posy.hooks.budgetsOfPeriods(
    posy.db,
    found.flatMap(({ budgetInvoiceId }) => budgetInvoiceId ?? []),
  )
  const lines = found.map(({ basisPoints, ...line }) => ({
    ...line,
    budgetId: budgets.get(line.budgetInvoiceId ?? '') ?? null,
    rate: ratePercent(basisPoints),
  }))
  const rates = [...Map.groupBy(lines, ({ rate }) => rate)]
    .map(([rate, of]) => ({ rate, ...sumVat(of) }))
    .sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1))
  const notYetInvoiced = await countOpen(posy, { teamId, currency, days: openDays(days, closed) })
  return {
    teamId,
    currency,
    notYetInvoiced,
    ...days,
    closedUntil: closed?.until ?? null,
    rates,
    ...sumVat(lines),
    lines,
  }
}

interface Days {
  from: string
  until: string
}

/** The days of which what comes on paper later counts in a range: papers of closed days count on the day after them. */
function openDays({ from, until }: Days, closed: Closed | null): Days | null {
  if (!closed || from > closed.nextFrom) return { from, until }
  if (until >= closed.nextFrom) return { from: from < closed.from ? from : closed.from, until }
  const before = Temporal.PlainDate.from(closed.from).subtract({ days: 1 }).toString()
  return from > before ? null : { from, until: until < before ? until : before }
}

/** What is on no paper yet and will count in a range. */
async function countOpen(
  posy: Posy,
  { teamId, currency, days }: { teamId: string; currency: string; days: Days | null },
) {
  const sums = { count: 0, net: 0, vat: 0, gross: 0 }
  if (!days) return sums
  const after = Temporal.PlainDate.from(days.until).add({ days: 1 }).toString()
  const range = { teamId, currency, from: startOfBusinessDay(days.from), until: startOfBusinessDay(after) }
  for (const { count, grossPence, vatPence } of await Promise.all([
    unpapered(posy.db, range),
    posy.hooks.unbilled(posy.db, range),
  ])) {
    sums.count += count
    sums.net += grossPence - vatPence
    sums.vat += vatPence
    sums.gross += grossPence
  }
  return sums
}

function sumVat(lines: readonly Pick<VatLine, 'net' | 'vat' | 'gross'>[]) {
  const sum = (part: 'net' | 'vat' | 'gross') => lines.reduce((total, line) => total + line[part], 0)
  return { net: sum('net'), vat: sum('vat'), gross: sum('gross') }
}

/** The calendar quarter that ended last. */
function lastQuarter(today: Temporal.PlainDate): { from: Temporal.PlainDate; until: Temporal.PlainDate } {
  const thisQuarter = today.with({ day: 1, month: today.month - ((today.month - 1) % 3) })
  return { from: thisQuarter.subtract({ months: 3 }), until: thisQuarter.subtract({ days: 1 }) }
}
