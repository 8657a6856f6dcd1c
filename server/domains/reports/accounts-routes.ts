import * as contract from '#contract/reports/accounts-packages.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { exportAccounts } from './accounts-export.ts'
import { loadAccountsMap, saveAccountsMap } from './accounts-map.ts'

export const accountsRoutes: Route[] = [
  read(contract.getAccountsMap, async ({ db, caller, params, query }) => {
    const team = await teamInScope(db, caller, params.id)
    return { data: await loadAccountsMap(db, team, query.package) }
  }),
  command(contract.putAccountsMap, async ({ work, caller, params, body }) => {
    const team = await teamInScope(work.tx, caller, params.id)
    await saveAccountsMap(work, caller, params.id, body)
    return { data: await loadAccountsMap(work.tx, team, body.package) }
  }),
  command(contract.exportAccounts, async ({ work, caller, params, body }) => {
    await teamInScope(work.tx, caller, params.id)
    return { data: await exportAccounts(work, caller, params.id, body) }
  }),
]
