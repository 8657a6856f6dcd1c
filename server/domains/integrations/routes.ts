import * as contract from '#contract/integrations/integrations.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { member } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import {
  beginLink,
  connectAccount,
  countSync,
  disconnectAccount,
  listHrIntegrations,
  requestSync,
} from './connect-account.ts'
import { accountsOfTeam, findLinkedAccount, loadEmployeeGroups, serializeAccount } from './queries.ts'
import { receiveHrEvent } from './receive-event.ts'

/** Those that ask the provider open transactions of their own. */
export const integrationsRoutes: Route[] = [
  read(contract.listIntegrations, async ({ posy, query: { category } }) => ({
    data: (await listHrIntegrations(posy, category)).map(({ categories: _, ...one }) => ({ ...one, category })),
  })),

  read(contract.listLinkedAccounts, async ({ db, caller }) => ({
    data: (await accountsOfTeam(db, member(caller).teamId)).map(serializeAccount),
  })),

  read(contract.createLinkedAccount, async ({ posy, caller, body }) => ({ data: await beginLink(posy, caller, body) })),

  read(contract.createAccountToken, async ({ posy, caller, params, body }) => ({
    data: await connectAccount(posy, caller, { id: params.id, publicToken: body.publicToken }),
  })),

  command(
    contract.syncLinkedAccount,
    async ({ work, caller, params }) => ({ data: await requestSync(work, caller, params.id) }),
    { before: ({ posy, params }) => countSync(posy, params.id) },
  ),

  read(contract.listEmployeeGroups, async ({ db, caller, params }) => {
    const account = found(await findLinkedAccount(db, caller, params.id), 'linked account')
    return { data: await loadEmployeeGroups(db, account.id) }
  }),

  read(contract.deleteLinkedAccount, async ({ posy, caller, params }) => {
    await disconnectAccount(posy, caller, params.id)
    return { data: { success: true } }
  }),

  read(contract.receiveHrEvent, async ({ posy, request: { rawBody, headers } }) => {
    await receiveHrEvent(posy, { rawBody, signature: headers.get('x-merge-webhook-signature') })
    return null
  }),
]
