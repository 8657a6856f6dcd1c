import { readTillCode } from '#server/domains/hugggs/till/index.ts'
import { createTillSignIn, renewTillCode } from '#server/domains/identity/programs/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { DEMO_TILL_CODE, demo } from './ids.ts'

const TILL = 'demo-till-page'

/** A till of the till page. Its code works once; where it was used, there is a new one with the same letters. */
export async function loadDemoTill(work: Work): Promise<void> {
  const there = await work.tx
    .selectFrom('till_sign_in')
    .select('code_hash')
    .where('client_id', '=', TILL)
    .executeTakeFirst()
  if (there?.code_hash) return
  const given = { code: readTillCode(DEMO_TILL_CODE), until: new Date('2100-01-01T00:00:00Z') }
  if (there) await renewTillCode(work, TILL, given)
  else
    await createTillSignIn(work, {
      ...given,
      id: TILL,
      name: 'Leeds counter',
      brandId: demo.brands.daisyCoffee,
      storeId: demo.stores.daisyCoffeeLeeds,
    })
}
