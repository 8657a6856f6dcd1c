import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalogueDocument } from '#server/domains/catalogue/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import { loadDemoCouncil } from './council.ts'
import { loadDemoOperators } from './operators.ts'
import { loadDemoTeams } from './teams.ts'
import { loadDemoTill } from './till.ts'
import { loadDemoWallets } from './wallets.ts'

const CATALOGUE = join(import.meta.dirname, '../../../seeds/catalogue.json')

/**
 * A world to try the product in: the starter catalogue, Acme and Globex with their people, programs and money; with a history, a council too.
 * Loading it again changes nothing.
 * @returns the API key of `demo-customer`
 * @throws where the sandbox is off: no one may sign in with a published password there
 */
export async function loadDemo(posy: Posy): Promise<{ apiKey: string }> {
  if (!posy.config.sandbox) throw new Error('The demo world has published passwords: it needs the sandbox.')
  return transact(posy, { actor: operatorActor }, async (work) => {
    await loadCatalogueDocument(work, { name: 'seeds/catalogue.json', text: readFileSync(CATALOGUE, 'utf8') })
    const teams = await loadDemoTeams(work)
    await loadDemoTill(work)
    await loadDemoWallets(work)
    await loadDemoOperators(work)
    // It takes its time, and only there has it lived.
    if (posy.config.demoHistory) await loadDemoCouncil(work)
    return teams
  })
}
