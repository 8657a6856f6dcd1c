import { expect } from 'vitest'
import { newId } from '#kit/ids.ts'
import { toDate } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { TestApp } from './app.ts'
import { createAwards } from './awards.ts'
import { liveBudget } from './budgets.ts'
import { storedCard } from './cards.ts'
import { askedExports } from './exports.ts'
import { acceptedSubteam, invitedParticipant } from './invites.ts'
import { samplePicture } from './pictures.ts'
import { type TenantRecords, THANK_YOU_CARD } from './samples.ts'

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

/** The thank-you card as a template of one team's. */
async function ownTemplate(app: TestApp, team: string): Promise<string> {
  const { db } = app.posy
  const everyones = await db
    .selectFrom('printable_template')
    .selectAll()
    .where('id', '=', THANK_YOU_CARD)
    .executeTakeFirstOrThrow()
  const id = newId()
  const lists = {
    dynamic_data: JSON.stringify(everyones.dynamic_data),
    dynamic_recipient_data: JSON.stringify(everyones.dynamic_recipient_data),
  }
  await db
    .insertInto('printable_template')
    .values({ ...everyones, ...lists, id, team_id: team })
    .execute()
  return id
}

/** An announcement for the team alone, which lasts longer than a test. */
async function announcedTo(app: TestApp, { team }: Who): Promise<string> {
  const id = newId()
  const at = toDate(app.posy.clock.now())
  const when = { from_at: at, until_at: new Date('2100-01-01T00:00:00Z'), created_at: at }
  await app.posy.db
    .insertInto('announcement')
    .values({ id, text: 'Told to them alone.', level: 'info', team_id: team, ...when })
    .execute()
  return id
}

/** A purchase whose gifts are printed, with its template, and a picture. */
async function printedPurchase(app: TestApp, { as, team, wallet }: Who, reasonCode: string | undefined) {
  const purchase = {
    type: 'bulkHugggs',
    reference: demo.products.daisyFlatWhite,
    deliveryMethod: 'printable',
    quantity: 2,
    reasonCode,
  }
  const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: { purchase, payment: { method: 'walletCommitment', reference: wallet } },
  })
  expect(bought.status, JSON.stringify(bought.body)).toBe(201)
  const printed = bought.body.data.id
  const uploaded = await app.request('POST', '/v3/uploads?kind=logo', { as, body: { file: samplePicture() } })
  const saved = await app.request('POST', `/v3/printables/transactions/${printed}/upsert`, {
    as,
    body: { templateId: THANK_YOU_CARD },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const printedHuggg = bought.body.data.embedded.hugggs[0].id
  return { printed, printedHuggg, template: await ownTemplate(app, team), upload: uploaded.body.data.key }
}

async function ownTheme(app: TestApp, as: string, upload: string) {
  const body = { name: 'House style', branding: { accentHex: '#0f766e' }, giftwrap: { pattern: upload } }
  const { status, body: made } = await app.request('POST', '/v3/themes/model/upsert', { as, body })
  expect(status, JSON.stringify(made)).toBe(200)
  return { theme: made.data.id, branding: made.data.brandingId, giftwrap: made.data.giftwrapId }
}

/** A rule over an HR system that gives with approval, and a gift of it that waits. */
async function createCelebration(app: TestApp, who: Who, linkedAccountId: string, reasonCode: string | undefined) {
  const rule = await app.request('POST', '/v3/celebrations/rules', {
    as: who.as,
    body: {
      ...{ name: 'Birthdays', occasion: 'birthday', linkedAccountId, needsApproval: true },
      ...{ productId: demo.products.daisyFlatWhite, walletId: who.wallet, reasonCode },
    },
  })
  expect(rule.status, JSON.stringify(rule.body)).toBe(201)
  const celebration = newId()
  const at = new Date(app.wall.nowMs())
  await app.posy.db
    .insertInto('celebration')
    .values({
      ...{ id: celebration, rule_id: rule.body.data.id, team_id: who.team, employee_id: 'someone' },
      ...{ year: 2026, day: '2026-03-05', status: 'awaiting-approval', created_at: at, updated_at: at },
    })
    .execute()
  return { celebrationRule: rule.body.data.id, celebration }
}

/** An order of a colleague's that waits for approval. */
async function orderThatWaits(app: TestApp, { team, otherUser, wallet }: Who): Promise<string> {
  const [id, at] = [newId(), new Date(app.wall.nowMs())]
  const made = { created_at: at, updated_at: at }
  await app.posy.db
    .insertInto('basket')
    .values({ id, team_id: team, user_id: otherUser, type: 'huggg', product_id: demo.products.daisyFlatWhite, ...made })
    .execute()
  await app.posy.db
    .insertInto('approval')
    .values({
      ...{ id: newId(), order_id: id, order_version: 1, team_id: team, acting_team_id: team, user_id: otherUser },
      ...{ payment_method: 'walletCommitment', wallet_id: wallet, currency: 'GBX', total: 360 },
      ...{ quote: JSON.stringify(sampleQuote), reason: 'order', limit_pence: 100, spent_pence: 0 },
      ...{ asked_at: at, ends_at: new Date(at.getTime() + 14 * 86_400_000) },
    })
    .execute()
  return id
}
const sampleQuote = {
  ...{ currency: 'GBX', quantity: 1, deliveryMethod: 'links', text: null },
  perItem: { face: 300, faceVat: 0, fee: 50, feeVat: 10, total: 360 },
  ...{ face: 300, fees: 50, net: 350, vat: 10, total: 360 },
}

/** A colleague's wish for a looser rule. */
async function ruleThatWaits(app: TestApp, { team, otherUser }: Who): Promise<string> {
  const [id, at] = [newId(), new Date(app.wall.nowMs())]
  const values = { rule: 'maximumHugggExpiryDays', from_value: '30', to_value: '60' } as const
  const asked = { asked_by: otherUser, asked_at: at, ends_at: new Date(at.getTime() + 14 * 86_400_000) }
  await app.posy.db
    .insertInto('rule_change')
    .values({ id, team_id: team, ...values, ...asked })
    .execute()
  return id
}

/** Someone's wish to join, as it is kept. */
async function askedToJoin(app: TestApp, { team }: Who): Promise<string> {
  const id = newId()
  const asked = { id, team_id: team, email: `${id}@asker.test`, created_at: new Date(app.wall.nowMs()) }
  await app.posy.db.insertInto('join_request').values(asked).execute()
  return id
}

/** A colleague who signs in by a passkey. */
async function colleaguesPasskey(app: TestApp, { team }: Who): Promise<string> {
  const [id, user, at] = [newId(), newId(), new Date(app.wall.nowMs())]
  const row = { id: user, email: `${user}@passkey.test`, team_id: team, created_at: at, updated_at: at }
  await app.posy.db.insertInto('app_user').values(row).execute()
  const key = { public_key: Buffer.from('none'), counter: 0, is_synced: false, name: 'Laptop', created_at: at }
  await app.posy.db
    .insertInto('passkey')
    .values({ id, user_id: user, credential_id: id, ...key })
    .execute()
  return id
}

/** Someone who was sent a gift by email. */
async function createReceiver(app: TestApp, { as, wallet }: Who, reasonCode: string | undefined): Promise<string> {
  const purchase = {
    ...{ type: 'bulkHugggs', reference: demo.products.daisyFlatWhite, deliveryMethod: 'email', reasonCode },
    ...{ receivers: [{ email: `friend-of-${as}` }] },
  }
  const { status, body } = await app.request('POST', '/api/v2/transactions', {
    as,
    body: { purchase, payment: { method: 'walletCommitment', reference: wallet } },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const { id } = await app.posy.db
    .selectFrom('recipient')
    .select('id')
    .where('transaction_id', '=', body.data.id)
    .executeTakeFirstOrThrow()
  return id
}

/** A group of recipients with one person. */
async function createGroup(app: TestApp, { as }: Who) {
  const people = [{ email: `ada-of-${as}`, name: 'Ada' }]
  const { status, body } = await app.request('POST', '/v3/recipient-groups', {
    as,
    body: { name: 'Leeds office', people },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const { id } = body.data
  const listed = await app.request('GET', `/v3/recipient-groups/${id}/people`, { as })
  return { recipientGroup: id, groupPerson: listed.body.data[0].id }
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
  const shared = await app.request('POST', '/api/v2/transactions', {
    as,
    body: {
      purchase: { type: 'superhuggg', reference: demo.products.daisyFlatWhite, limit: 3, reasonCode },
      payment: { method: 'walletCommitment', reference: who.wallet },
    },
  })
  expect(shared.status, JSON.stringify(shared.body)).toBe(201)
  const superHuggg = shared.body.data.super_url_id
  const { body: link } = await app.request('GET', `/api/v2/super-hugggs/${superHuggg}`, { as })
  const draft = { type: 'huggg', name: 'A draft', productId: demo.products.daisyFlatWhite, deliveryMethod: 'email' }
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
  const redemption = await app.request('POST', `/api/v2/hugggs/${used.shortcode}/redemptions`, {
    as: 'client:demo-till',
    body: { location_id: demo.stores.daisyCoffeeLeeds },
  })
  expect(redemption.status, JSON.stringify(redemption.body)).toBe(201)
  const { cardId, chargeId } = await storedCard(app, as)
  const { printed, printedHuggg, template, upload } = await printedPurchase(app, who, reasonCode)
  const key = await app.request('POST', `/v3/teams/${who.team}/api-keys`, { as, body: { name: 'Key' } })
  const webhook = await app.request('POST', `/v3/teams/${who.team}/webhooks`, {
    as,
    body: { url: 'https://hooks.example.com/posy', eventTypes: ['member.removed'] },
  })
  expect(webhook.status, JSON.stringify(webhook.body)).toBe(201)
  const connection = { category: 'hris', integrationSlug: 'bamboohr' }
  const linked = await app.request('POST', '/v3/integrations/linked-accounts', { as, body: connection })
  expect(linked.status, JSON.stringify(linked.body)).toBe(201)
  const sessions = await app.request('GET', `/v3/users/${who.user}/sessions`, { as })
  const { theme, branding, giftwrap } = await ownTheme(app, as, upload)
  return {
    ...who,
    session: sessions.body.data[0].id,
    passkey: await colleaguesPasskey(app, who),
    theme,
    branding,
    giftwrap,
    reasonCode,
    email: as,
    otherWallet: wallet.body.data.id,
    transaction: bought.body.data.id,
    order: order.body.data.id,
    ...(await createGroup(app, who)),
    heldOrder: await orderThatWaits(app, who),
    ruleChange: await ruleThatWaits(app, who),
    invoice: invoice.body.data.id,
    superHuggg,
    superShortcode: link.data.shortcode,
    printed,
    printedHuggg,
    template,
    upload,
    huggg: free.id,
    shortcode: free.shortcode,
    redeemedHuggg: used.id,
    receiver: await createReceiver(app, who, reasonCode),
    redemption: redemption.body.data.id,
    apiKey: key.body.data.id,
    webhook: webhook.body.data.id,
    linkedAccount: linked.body.data.id,
    ...(await createCelebration(app, who, linked.body.data.id, reasonCode)),
    card: cardId,
    charge: chargeId,
    ...(await askedExports(app, who)),
    ...(await liveBudget(app, who)),
    invite: await invitedParticipant(app, who),
    joinRequest: await askedToJoin(app, who),
    announcement: await announcedTo(app, who),
    subteam: await acceptedSubteam(app, who),
    ...(await createAwards(app, who)),
  }
}
