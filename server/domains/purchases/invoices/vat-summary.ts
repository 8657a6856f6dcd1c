import { MAX_STATEMENT_LINES, type VatSummary } from '#contract/orders/invoices.ts'
import { BUSINESS_ZONE, londonDate, Temporal, toDate } from '#kit/time.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { type Unpapered, unpapered, type VatLine, vatLines } from './statement-queries.ts'

const startOfBusinessDay = (date: Temporal.PlainDate): Date => toDate(date.toZonedDateTime(BUSINESS_ZONE).toInstant())

/**
 * VAT by rate between two days, from papers alone, by their tax points: what they say is what a return must say. What is
 * on no paper yet stands beside it.
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
  await teamInScope(posy.db, caller, teamId)
  const quarter = lastQuarter(londonDate(posy.clock.now()))
  const from = wish.from ? Temporal.PlainDate.from(wish.from) : quarter.from
  const until = wish.until
    ? Temporal.PlainDate.from(wish.until)
    : wish.from
      ? londonDate(posy.clock.now())
      : quarter.until
  if (Temporal.PlainDate.compare(until, from) < 0)
    throw invalidFields([{ path: 'until', message: 'must not be before from' }])
  const found = await vatLines(posy.db, {
    teamId,
    currency,
    from: from.toString(),
    until: until.toString(),
  })
  if (found.length > MAX_STATEMENT_LINES)
    throw invalidFields([{ path: 'from', message: `choose fewer days: more than ${MAX_STATEMENT_LINES} lines` }])
  const lines = found.map(({ basisPoints, ...line }) => ({ ...line, rate: ratePercent(basisPoints) }))
  const rates = [...Map.groupBy(lines, ({ rate }) => rate)]
    .map(([rate, of]) => ({ rate, ...sumVat(of) }))
    .sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1))
  const range = { teamId, currency, from: startOfBusinessDay(from), until: startOfBusinessDay(until.add({ days: 1 })) }
  const open = await Promise.all([unpapered(posy.db, range), posy.hooks.unbilled(posy.db, range)])
  const openSum = (part: keyof Unpapered) => open.reduce((total, each) => total + each[part], 0)
  const notYetInvoiced = {
    count: openSum('count'),
    net: openSum('grossPence') - openSum('vatPence'),
    vat: openSum('vatPence'),
    gross: openSum('grossPence'),
  }
  return {
    teamId,
    currency,
    notYetInvoiced,
    from: from.toString(),
    until: until.toString(),
    rates,
    ...sumVat(lines),
    lines,
  }
}

const ratePercent = (basisPoints: VatLine['basisPoints']): number | null =>
  basisPoints === null ? null : basisPoints / 100

function sumVat(lines: readonly Pick<VatLine, 'net' | 'vat' | 'gross'>[]) {
  const sum = (part: 'net' | 'vat' | 'gross') => lines.reduce((total, line) => total + line[part], 0)
  return { net: sum('net'), vat: sum('vat'), gross: sum('gross') }
}

/** The calendar quarter that ended last. */
function lastQuarter(today: Temporal.PlainDate): { from: Temporal.PlainDate; until: Temporal.PlainDate } {
  const thisQuarter = today.with({ day: 1, month: today.month - ((today.month - 1) % 3) })
  return { from: thisQuarter.subtract({ months: 3 }), until: thisQuarter.subtract({ days: 1 }) }
}
