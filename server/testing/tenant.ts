import { expect } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import type { TestApp } from './app.ts'
import { liveBudget } from './budgets.ts'
import { storedCard } from './cards.ts'
import { askedExports } from './exports.ts'
import { acceptedSubteam, invitedParticipant } from './invites.ts'
import type { TenantRecords } from './samples.ts'

type Who = Pick<TenantRecords, 'as' | 'team' | 'user' | 'wallet' | 'otherUser'>

export const ACME: Who = {
  as: 'admin@acme.test',
  team: demo.teams.acme,
  user: demo.users.acmeAdmin,
  wallet: demo.wallets.acmeMain,
  otherUser: demo.users.acmeViewer,
}
export const GLOBEX: Who = {
  as: 'admin@globex.test',
  team: demo.teams.globex,
  user: demo.users.globexAdmin,
  wallet: demo.wallets.globexMain,
  otherUser: demo.users.globexAdmin,
}

/** Purchases, a redemption and an API key of one team. */
export async function buildTenant(app: TestApp, who: Who): Promise<TenantRecords> {
  const { as } = who
  const { body: team } = await app.request('GET', `/api/v2/teams/${who.team}`, { as })
  const reasonCode = team.data.reasonCodes[0]
  const wallet = await app.request('POST', `/api/v2/teams/${who.team}/wallets`, { as, body: { name: 'Second' } })
  expect(wallet.status, JSON.stringify(wallet.body)).toBe(201)
  const purchase = {
    type: 'bulkHugggs',
    reference: demo.products.daisyFlatWhite,
    deliveryMethod: 'links',
    quantity: 3,
    reasonCode,
  }
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: { purchase, payment: { method: 'walletCommitment', reference: who.wallet } },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  const draft = { type: 'huggg', name: 'A draft', productId: demo.products.daisyFlatWhite }
  const order = await app.request('POST', '/api/v2/orders', { as, body: draft })
  expect(order.status, JSON.stringify(order.body)).toBe(201)
  await app.posy.db.updateTable('team').set({ credit_limit: 5_000_000 }).where('id', '=', who.team).execute()
  const owed = await app.request('POST', '/api/v2/transactions', {
    as,
    body: { purchase, payment: { method: 'invoice' } },
  })
  const invoice = await app.request('GET', `/api/v2/transactions/${owed.body.data.id}/receipt`, { as })
  expect(invoice.status, JSON.stringify(invoice.body)).toBe(200)
  const [free, used] = bought.body.data.embedded.hugggs
  const redemption = await app.request('POST', `/api/v2/hugggs/${used.id}/redemptions`, {
    as: 'client:demo-till',
    body: { location_id: demo.stores.daisyCoffeeLeeds },
  })
  expect(redemption.status, JSON.stringify(redemption.body)).toBe(201)
  const { cardId, chargeId } = await storedCard(app, as)
  const key = await app.request('POST', `/v3/teams/${who.team}/api-keys`, { as, body: { name: 'Key' } })
  return {
    ...who,
    reasonCode,
    email: as,
    otherWallet: wallet.body.data.id,
    transaction: bought.body.data.id,
    order: order.body.data.id,
    invoice: invoice.body.data.id,
    huggg: free.id,
    shortcode: free.shortcode,
    redeemedHuggg: used.id,
    redemption: redemption.body.data.id,
    apiKey: key.body.data.id,
    card: cardId,
    charge: chargeId,
    ...(await askedExports(app, who)),
    ...(await liveBudget(app, who)),
    invite: await invitedParticipant(app, who),
    subteam: await acceptedSubteam(app, who),
  }
}
