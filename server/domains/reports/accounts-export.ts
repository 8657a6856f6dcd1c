import { createHash } from 'node:crypto'
import type { AccountsFile, AccountsPackage } from '#contract/reports/accounts-packages.ts'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE, iso, londonDate, Temporal, toDate } from '#kit/time.ts'
import { loadTeamTree } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { accountsCsv, formats } from './accounts-formats.ts'
import { type Journal, monthlyJournals } from './accounts-journals.ts'
import { loadMapping } from './accounts-map.ts'
import { type EarlierExport, lastAccountsExport, monthlyMovements } from './queries.ts'

interface Wish {
  package: AccountsPackage
  month: string
  months: number
  currency: string
}

interface Month {
  month: string
  journals: Journal[]
  hash: string
  before: EarlierExport | null
  lastDay: string
}

/**
 * Months that are over as the import file of a package, and who took it away. The ledger only grows, so a second file of
 * a month says the same. The caller has looked whose team it is.
 * @throws invalid_fields (422) for a month that is not over, and for more rows than the package takes at once
 */
export async function exportAccounts(
  work: Work,
  caller: Principal,
  teamId: string,
  { package: name, month: first, months: count, currency }: Wish,
): Promise<AccountsFile> {
  const { tx } = work
  const wanted = Array.from({ length: count }, (_, at) => Temporal.PlainYearMonth.from(first).add({ months: at }))
  const over = wanted.at(-1)!.toPlainDate({ day: 1 }).add({ months: 1 })
  if (Temporal.PlainDate.compare(over, londonDate(work.posy.clock.now())) > 0)
    throw invalidFields([{ path: 'month', message: 'must be a month that is over' }])
  const months: Month[] = []
  for (const month of wanted) months.push(await exportMonth(work, caller, teamId, { package: name, currency, month }))
  const journals = months.flatMap((each) => each.journals)
  const lines = journals.flatMap((journal) => journal.lines)
  const { maxRows } = formats[name]
  if (maxRows !== undefined && lines.length > maxRows)
    throw invalidFields([{ path: 'months', message: `choose fewer: the package takes ${maxRows} rows in one file` }])
  const before = months.flatMap((each) => each.before ?? []).sort((a, b) => b.at.getTime() - a.at.getTime())[0]
  const last = wanted.at(-1)!.toString()
  return {
    fileName: `posy-${name}-${first === last ? first : `${first}-to-${last}`}${currency === 'GBX' ? '' : '-eur'}.csv`,
    content: accountsCsv(name, { months, mapping: await loadMapping(tx, teamId, name) }),
    ...{ month: first, months: count, currency },
    journals: journals.length,
    lines: lines.length,
    total: lines.reduce((sum, { pence }) => sum + Math.max(0, pence), 0),
    before: before
      ? {
          exportedBy: { id: before.userId, name: before.userName },
          dateExported: iso(before.at),
          changed: months.some((each) => each.before !== null && each.before.hash !== each.hash),
        }
      : null,
  }
}

async function exportMonth(
  work: Work,
  caller: Principal,
  teamId: string,
  wish: { package: AccountsPackage; currency: string; month: Temporal.PlainYearMonth },
): Promise<Month> {
  const { tx, at } = work
  const { package: name, currency } = wish
  const month = wish.month.toString()
  const first = wish.month.toPlainDate({ day: 1 })
  const next = first.add({ months: 1 })
  const teamIds = await loadTeamTree(tx, teamId)
  const movements = await monthlyMovements(tx, { teamIds, currency, from: midnight(first), until: midnight(next) })
  const journals = monthlyJournals(movements, month, currency)
  const hash = createHash('sha256').update(JSON.stringify(journals)).digest('hex')
  const before = await lastAccountsExport(tx, teamId, { package: name, month, currency })
  await tx
    .insertInto('accounts_export')
    .values({
      ...{ id: newId(), team_id: teamId, package: name, month, currency, journals_hash: hash },
      ...{ exported_by: member(caller).userId, exported_at: at },
    })
    .execute()
  await work.audit(
    'invoice.accounts-exported',
    { kind: 'team', id: teamId },
    { teamId, detail: { package: name, month, currency } },
  )
  return { month, journals, hash, before, lastDay: next.subtract({ days: 1 }).toString() }
}

const midnight = (day: Temporal.PlainDate): Date => toDate(day.toZonedDateTime(BUSINESS_ZONE).toInstant())
