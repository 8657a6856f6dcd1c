import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountsFile, AccountsPackage } from '#contract/reports/accounts-packages.ts'
import { newId } from '#kit/ids.ts'
import { BUSINESS_ZONE, iso, londonDate, Temporal, toDate } from '#kit/time.ts'
import { loadTeamTree } from '#server/domains/teams/team/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { accountsCsv } from './accounts-formats.ts'
import { type MonthlyMovement, monthlyJournals } from './accounts-journals.ts'
import { loadMapping } from './accounts-map.ts'

interface Wish {
  package: AccountsPackage
  month: string
  currency: string
}

/**
 * A month that is over as the import file of a package, and who took it away. The ledger only grows, so a second file of
 * the month says the same. The caller has looked whose team it is.
 * @throws invalid_fields (422) for a month that is not over
 */
export async function exportAccounts(
  work: Work,
  caller: Principal,
  teamId: string,
  { package: name, month, currency }: Wish,
): Promise<AccountsFile> {
  const { tx, at } = work
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const next = first.add({ months: 1 })
  if (Temporal.PlainDate.compare(next, londonDate(work.posy.clock.now())) > 0)
    throw invalidFields([{ path: 'month', message: 'must be a month that is over' }])
  const journals = monthlyJournals(await movements(tx, { teamId, currency, first, next }), month, currency)
  const hash = createHash('sha256').update(JSON.stringify(journals)).digest('hex')
  const before = await lastExport(tx, teamId, { package: name, month, currency })
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
  const lines = journals.flatMap((journal) => journal.lines)
  return {
    fileName: `posy-${name}-${month}${currency === 'GBX' ? '' : '-eur'}.csv`,
    content: accountsCsv(name, {
      journals,
      mapping: await loadMapping(tx, teamId, name),
      lastDay: next.subtract({ days: 1 }).toString(),
    }),
    ...{ month, currency },
    journals: journals.length,
    lines: lines.length,
    total: lines.reduce((sum, { pence }) => sum + Math.max(0, pence), 0),
    before: before && {
      exportedBy: { id: before.userId, name: before.userName },
      dateExported: iso(before.at),
      changed: before.hash !== hash,
    },
  }
}

const midnight = (day: Temporal.PlainDate): Date => toDate(day.toZonedDateTime(BUSINESS_ZONE).toInstant())

/** Of a team, its subteams and the participants of its budgets: every movement of their money, by kind and account. */
async function movements(
  tx: Tx,
  {
    teamId,
    currency,
    first,
    next,
  }: { teamId: string; currency: string } & Record<'first' | 'next', Temporal.PlainDate>,
): Promise<MonthlyMovement[]> {
  const { rows } = await sql<MonthlyMovement>`
    with own as (
      select distinct entry.transfer_id
      from ledger_account as account
      join ledger_entry as entry on entry.account_id = account.id
      join ledger_transfer as transfer on transfer.id = entry.transfer_id
      where account.team_id = any(${await loadTeamTree(tx, teamId)}::uuid[]) and account.currency = ${currency}
        and transfer.occurred_at >= ${midnight(first)} and transfer.occurred_at < ${midnight(next)}
    )
    select transfer.kind::text as kind, account.kind as account, sum(entry.amount)::bigint as pence
    from own
    join ledger_transfer as transfer on transfer.id = own.transfer_id
    join ledger_entry as entry on entry.transfer_id = own.transfer_id
    join ledger_account as account on account.id = entry.account_id
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

async function lastExport(tx: Tx, teamId: string, { package: name, month, currency }: Wish) {
  const { rows } = await sql<{ userId: string; userName: string; at: Date; hash: string }>`
    select u.id as "userId", ${personName('u')} as "userName", export.exported_at as at, export.journals_hash as hash
    from accounts_export as export join app_user u on u.id = export.exported_by
    where export.team_id = ${teamId} and export.package = ${name} and export.month = ${month} and export.currency = ${currency}
    order by export.exported_at desc, export.id desc limit 1`.execute(tx)
  return rows[0] ?? null
}
