import { sql } from 'kysely'
import type { AccountsHolds, AccountsMap, AccountsPackage, BillsMap } from '#contract/reports/accounts-packages.ts'
import { iso } from '#kit/time.ts'
import type { TeamRecord } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { billFormats, billsProblems } from './accounts-bill-formats.ts'
import { type Mapping, mappingProblems, naming } from './accounts-formats.ts'

const EXPORTS_SHOWN = 60

/** What a team set for a package, else what is usual there. The caller has looked whose team it is. */
export async function loadMapping(
  db: Db | Tx,
  teamId: string,
  name: AccountsPackage,
): Promise<Mapping & { bills: BillsMap; updatedAt: Date | null }> {
  const set = await db
    .selectFrom('accounts_map')
    .select(['accounts', 'tax_code', 'bills', 'updated_at'])
    .where('team_id', '=', teamId)
    .where('package', '=', name)
    .executeTakeFirst()
  const { usual } = billFormats[name]
  if (!set) return { ...naming[name].usual, bills: usual, updatedAt: null }
  return {
    accounts: set.accounts as Mapping['accounts'],
    taxCode: set.tax_code,
    bills: (set.bills as BillsMap | null) ?? usual,
    updatedAt: set.updated_at,
  }
}

/** The caller has looked whose team it is. */
export async function loadAccountsMap(
  db: Db | Tx,
  { id: teamId, parentTeamId }: Pick<TeamRecord, 'id' | 'parentTeamId'>,
  name: AccountsPackage,
): Promise<AccountsMap> {
  const { updatedAt, ...mapping } = await loadMapping(db, teamId, name)
  const { rows } = await sql<{
    month: string
    currency: string
    holds: AccountsHolds
    id: string
    name: string
    at: Date
  }>`
    select export.month, export.currency, export.holds, u.id, ${personName('u')} as name, export.exported_at as at
    from accounts_export as export join app_user u on u.id = export.exported_by
    where export.team_id = ${teamId} and export.package = ${name}
    order by export.month desc, export.exported_at desc, export.id desc limit ${EXPORTS_SHOWN}`.execute(db)
  return {
    ...{ teamId, parentTeamId, package: name, ...mapping },
    dateModified: updatedAt && iso(updatedAt),
    exports: rows.map(({ month, currency, holds, id, name: called, at }) => ({
      ...{ month, currency, holds },
      exportedBy: { id, name: called },
      dateExported: iso(at),
    })),
  }
}

/** @throws invalid_fields (422) for what the package would not take */
export async function saveAccountsMap(
  work: Work,
  caller: Principal,
  teamId: string,
  { package: name, bills, ...mapping }: Mapping & { package: AccountsPackage; bills?: BillsMap | undefined },
): Promise<void> {
  const { tx, at } = work
  const problems = [...mappingProblems(name, mapping), ...(bills ? billsProblems(name, bills) : [])]
  if (problems.length > 0) throw invalidFields(problems)
  const row = {
    ...{ accounts: JSON.stringify(mapping.accounts), tax_code: mapping.taxCode },
    ...(bills && { bills: JSON.stringify(bills) }),
    ...{ updated_by: member(caller).userId, updated_at: at },
  }
  await tx
    .insertInto('accounts_map')
    .values({ team_id: teamId, package: name, ...row })
    .onConflict((conflict) => conflict.columns(['team_id', 'package']).doUpdateSet(row))
    .execute()
  await work.audit(
    'invoice.accounts-mapped',
    { kind: 'team', id: teamId },
    { teamId, detail: { package: name, ...mapping, ...(bills && { bills }) } },
  )
}
