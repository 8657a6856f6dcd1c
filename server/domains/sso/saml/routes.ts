import * as contract from '#contract/sso/saml.ts'
import { requireSignInManager } from '#server/domains/teams/sign-in/index.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { type Posy, transact, type Work } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { samlAddresses } from './addresses.ts'
import { beginSaml, beginSamlTest } from './begin-saml.ts'
import { deleteConnection, readProvider, saveConnection, switchConnection } from './change-connection.ts'
import { addDomain, lookUpDomain, removeDomain, setAutoAccept, verifyDomain } from './domains.ts'
import { samlSettings } from './queries.ts'
import { takeSamlAnswer } from './take-answer.ts'

const settingsIn = async ({ tx, posy }: Work, teamId: string) => ({ data: await samlSettings(tx, posy, teamId) })

const adminRoutes: Route[] = [
  read(contract.getSamlSettings, async ({ posy, db, caller, params }) => {
    const { id } = await requireSignInManager(db, caller, params.id)
    return { data: await samlSettings(db, posy, id) }
  }),

  // A read by form only: it may ask the provider before its transaction.
  read(contract.putSamlConnection, async ({ posy, db, caller, params, body, request }) => {
    const { id: teamId } = await requireSignInManager(db, caller, params.id)
    const provider = await readProvider(posy, body)
    return transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
      await saveConnection(work, caller, { teamId, provider })
      return settingsIn(work, teamId)
    })
  }),

  command(contract.switchSamlConnection, async ({ work, caller, params, body }) => {
    await switchConnection(work, caller, { teamId: params.id, ...body })
    return settingsIn(work, params.id)
  }),

  command(contract.deleteSamlConnection, async ({ work, caller, params }) => {
    await deleteConnection(work, caller, params.id)
    return settingsIn(work, params.id)
  }),

  read(contract.testSamlConnection, async ({ posy, db, caller, params }) => {
    const { id } = await requireSignInManager(db, caller, params.id)
    const { url, state } = await beginSamlTest(posy, id)
    return { data: { url, state } }
  }),

  command(contract.addSamlDomain, async ({ work, caller, params, body }) => {
    await addDomain(work, caller, { teamId: params.id, domain: body.domain })
    return settingsIn(work, params.id)
  }),

  // As above: it asks the directory of domains.
  read(contract.verifySamlDomain, async ({ posy, caller, params, request }) => {
    const which = { teamId: params.id, domain: params.domain }
    const answers = await lookUpDomain(posy, caller, which)
    return transact(posy, { actor: caller.actor, requestId: request.requestId }, async (work) => {
      await verifyDomain(work, caller, which, answers)
      return settingsIn(work, params.id)
    })
  }),

  command(contract.updateSamlDomain, async ({ work, caller, params, body }) => {
    await setAutoAccept(work, caller, { teamId: params.id, domain: params.domain, autoAccept: body.autoAccept })
    return settingsIn(work, params.id)
  }),

  command(contract.removeSamlDomain, async ({ work, caller, params }) => {
    await removeDomain(work, caller, { teamId: params.id, domain: params.domain })
    return settingsIn(work, params.id)
  }),
]

export const samlRoutes: Route[] = [
  ...adminRoutes,

  read(contract.beginSamlSignIn, async ({ posy, body }) => ({ data: await beginSaml(posy, body) })),

  read(contract.getSamlService, async ({ posy, params }) => {
    const addresses = samlAddresses(posy, params.teamId)
    return { data: { ...addresses, metadata: await posy.providers.saml.describe(addresses) } }
  }),

  // The provider's form comes from its own site, so no cookie of ours is asked: what it answers is our stored request.
  read(contract.takeSamlAnswer, async ({ posy, body, request }) => {
    const location = await takeSamlAnswer(posy, body).catch((error: unknown) =>
      whereRefused(posy, error, request.headers),
    )
    request.setHeader('location', location)
    return { data: { location } }
  }),
]

/** People are shown a page; programs get the refusal. */
function whereRefused({ config }: Pick<Posy, 'config'>, error: unknown, headers: Headers): string {
  const isBrowser = headers.get('accept')?.includes('text/html')
  if (!(error instanceof Problem) || !isBrowser) throw error
  return `${config.publicUrl}/sso/saml/return?refused=1`
}
