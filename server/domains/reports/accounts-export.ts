import { createHash } from 'node:crypto'
import type {
  AccountsFile,
  AccountsHolds,
  AccountsPackage,
  JournalPackage,
} from '#contract/reports/accounts-packages.ts'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE, iso, londonDate, Temporal, toDate } from '#kit/time.ts'
import { unpapered } from '#server/domains/purchases/invoices/index.ts'
import { loadTeamTree } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { billsCsv } from './accounts-bill-formats.ts'
import { type Bill, toBill } from './accounts-bills.ts'
import { accountsCsv, formats } from './accounts-formats.ts'
import { type Journal, monthlyJournals } from './accounts-journals.ts'
import { loadMapping } from './accounts-map.ts'
import { papersBetween } from './bill-queries.ts'
import { type EarlierExport, lastAccountsExport, monthlyMovements } from './queries.ts'

interface Wish {
  package: AccountsPackage
  month: string
  months: number
  currency: string
  holds: AccountsHolds
}

interface Month {
  month: string
  journals: Journal[]
  bills: Bill[]
  before: EarlierExport | null
  hash: string
  lastDay: string
}

/**
 * Months that are over as the import file of a package, and who took it away. The ledger only grows, so a second file of
 * a month says the same. The caller has looked whose team it is.
 * @throws invalid_fields (422) for a month that is not over, one whose papers are not all made yet, and for more rows than the package takes at once
 */
export async function exportAccounts(
  work: Work,
  caller: Principal,
  teamId: string,
  { package: name, month: first, months: count, currency, holds }: Wish,
): Promise<AccountsFile> {
  const wanted = Array.from({ length: count }, (_, at) => Temporal.PlainYearMonth.from(first).add({ months: at }))
  const over = wanted.at(-1)!.toPlainDate({ day: 1 }).add({ months: 1 })
  if (Temporal.PlainDate.compare(over, londonDate(work.posy.clock.now())) > 0)
    throw invalidFields([{ path: 'month', message: 'must be a month that is over' }])
  const months: Month[] = []
  for (const month of wanted)
    months.push(await exportMonth(work, caller, teamId, { package: name, currency, month, holds }))
  const before = months.flatMap((each) => each.before ?? []).sort((a, b) => b.at.getTime() - a.at.getTime())[0]
  const last = wanted.at(-1)!.toString()
  const days = first === last ? first : `${first}-to-${last}`
  const suffix = `${holds === 'bills' ? '-bills' : ''}${currency === 'GBX' ? '' : '-eur'}`
  return {
    fileName: `posy-${name}-${days}${suffix}.csv`,
    ...{ month: first, months: count, currency, holds },
    ...(await (holds === 'bills' ? writeBills : writeJournals)(work, teamId, { name, months })),
    before: before
      ? {
          exportedBy: { id: before.userId, name: before.userName },
          dateExported: iso(before.at),
          changed: months.some((each) => each.before !== null && each.before.hash !== each.hash),
        }
      : null,
  }
}

type Contents = Pick<AccountsFile, 'content' | 'journals' | 'bills' | 'lines' | 'total'>
type Write = (
  work: Work,
  teamId: string,
  wish: { name: AccountsPackage; months: readonly Month[] },
) => Promise<Contents>

const takesJournals = (name: AccountsPackage): name is JournalPackage => name in formats

const writeJournals: Write = async ({ tx }, teamId, { name, months }) => {
  if (!takesJournals(name)) throw invalidFields([{ path: 'holds', message: 'must be bills for this package' }])
  const journals = months.flatMap((each) => each.journals)
  const lines = journals.flatMap((journal) => journal.lines)
  const { maxRows } = formats[name]
  if (maxRows !== undefined && lines.length > maxRows)
    throw invalidFields([{ path: 'months', message: `choose fewer: the package takes ${maxRows} rows in one file` }])
  return {
    content: accountsCsv(name, { months, mapping: await loadMapping(tx, teamId, name) }),
    ...{ journals: journals.length, bills: 0, lines: lines.length },
    total: lines.reduce((sum, { pence }) => sum + Math.max(0, pence), 0),
  }
}

const writeBills: Write = async ({ tx }, teamId, { name, months }) => {
  const bills = months.flatMap((each) => each.bills)
  const content = billsCsv(name, bills, await loadMapping(tx, teamId, name))
  return {
    content,
    ...{ journals: 0, bills: bills.length, lines: content.trimEnd().split('\r\n').length - 1 },
    total: bills.reduce((sum, { isCredit, totalPence }) => sum + (isCredit ? -totalPence : totalPence), 0),
  }
}

async function exportMonth(
  work: Work,
  caller: Principal,
  teamId: string,
  wish: { package: AccountsPackage; currency: string; month: Temporal.PlainYearMonth; holds: AccountsHolds },
): Promise<Month> {
  const { tx, at } = work
  const { package: name, currency, holds } = wish
  const month = wish.month.toString()
  const first = wish.month.toPlainDate({ day: 1 })
  const next = first.add({ months: 1 })
  const days = { first, next, currency }
  const journals = holds === 'journals' ? await monthJournals(work, teamId, days) : []
  const bills = holds === 'bills' ? await monthBills(work, teamId, days) : []
  const said = JSON.stringify(holds === 'bills' ? bills : journals)
  const hash = createHash('sha256').update(said).digest('hex')
  const before = await lastAccountsExport(tx, teamId, { package: name, month, currency, holds })
  await tx
    .insertInto('accounts_export')
    .values({
      ...{ id: newId(), team_id: teamId, package: name, month, currency, holds, journals_hash: hash },
      ...{ exported_by: member(caller).userId, exported_at: at },
    })
    .execute()
  await work.audit(
    'invoice.accounts-exported',
    { kind: 'team', id: teamId },
    { teamId, detail: { package: name, month, currency, holds } },
  )
  return { month, journals, bills, hash, before, lastDay: next.subtract({ days: 1 }).toString() }
}

interface MonthDays {
  first: Temporal.PlainDate
  next: Temporal.PlainDate
  currency: string
}

async function monthJournals({ tx }: Work, teamId: string, { first, next, currency }: MonthDays): Promise<Journal[]> {
  const teamIds = await loadTeamTree(tx, teamId)
  const movements = await monthlyMovements(tx, { teamIds, currency, from: midnight(first), until: midnight(next) })
  return monthlyJournals(movements, first.toString().slice(0, 7), currency)
}

/** @throws invalid_fields (422) while a purchase or a return of the month is on no paper yet */
async function monthBills({ tx, posy }: Work, teamId: string, { first, next, currency }: MonthDays): Promise<Bill[]> {
  const range = { teamId, currency, from: midnight(first), until: midnight(next) }
  const open = await Promise.all([unpapered(tx, range), posy.hooks.unbilled(tx, range)])
  if (open.some(({ count }) => count > 0))
    throw invalidFields([
      { path: 'month', message: 'has purchases or returns that are on no document yet; try again tomorrow' },
    ])
  const papers = await papersBetween(tx, {
    ...{ teamIds: await loadTeamTree(tx, teamId), currency, since: range.from },
    ...{ from: first.toString(), until: next.toString() },
  })
  return papers.map(toBill)
}

const midnight = (day: Temporal.PlainDate): Date => toDate(day.toZonedDateTime(BUSINESS_ZONE).toInstant())
