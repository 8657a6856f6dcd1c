import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  APPROVER,
  BUYER,
  buyLinks,
  decideOnApproval,
  GIFT_PENCE,
  heldOrder,
  OTHER_APPROVER,
  tokenIn,
  withLimits,
} from '#server/testing/approvals.ts'
import { chargeCard } from '#server/testing/cards.ts'
import { REASON } from '#server/testing/operator-samples.ts'
import { setRules } from '#server/testing/rules.ts'

let app: TestApp
beforeEach(async () => {
  app ??= await startTestApp({ now: '2026-03-02T09:00:00Z' })
  await withLimits(app, { perOrder: 2 * GIFT_PENCE })
})
afterAll(async () => {
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const call = async (method: string, path: string, as = BUYER, body?: unknown) =>
  app.request(method, path, { as, ...(body === undefined ? {} : { body }) })
const loadApproval = async (orderId: string, as = APPROVER) =>
  (await call('GET', `/v3/orders/${orderId}/approval`, as)).body.data
const available = async () =>
  (await call('GET', `/api/v2/teams/${demo.teams.acme}/wallets`)).body.data.find(
    (each: { id: string }) => each.id === demo.wallets.acmeMain,
  ).available
const mailTo = async (to: string) => {
  await app.settle()
  return (await app.request('GET', `/sandbox/messages?to=${to}`)).body.data as { subject: string; text: string }[]
}
const loadStatus = async (orderId: string) => (await loadApproval(orderId)).status
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

describe('an order above the limit', () => {
  test('waits and moves no money, says whose approval it needs, and is bought by another person’s at the price it was requested at', async () => {
    const purchase = {
      ...{ title: 'Thank you', message: 'With love', fromName: 'Ada', deliveryMethod: undefined, quantity: undefined },
      receivers: ['a', 'b', 'c'].map((name) => ({ email: `${name}@held.test`, name, notes: `For ${name}` })),
      notifyOnComplete: true,
    }
    const request = {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyGiftCard10, ...purchase },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    }
    const { quote, approval } = (await call('POST', '/v3/orders/quotes', BUYER, request)).body.data
    expect(approval).toMatchObject({ reason: 'order', limit: 2 * GIFT_PENCE, spentToday: 0, currency: 'GBX' })
    expect(approval.approvers.map((each: { id: string }) => each.id).sort()).toEqual(
      [demo.users.acmeViewer, demo.users.acmeSubteam].sort(),
    )
    const before = await available()
    const orderId = await heldOrder(app, 3, { purchase })
    expect(await available()).toBe(before)
    expect((await mailTo(APPROVER))[0]).toMatchObject({ subject: expect.stringContaining('£31.80') })
    expect((await mailTo(BUYER)).some(({ subject }) => subject.includes('asks you'))).toBe(false)

    const asked = await loadApproval(orderId)
    expect(asked).toMatchObject({
      ...{ status: 'pending', total: 3 * GIFT_PENCE, quote, mayDecide: true, isOwn: false, version: 1 },
      ...{ buyer: { id: demo.users.acmeAdmin, isKey: false }, dateEnds: '2026-03-16T09:00:00.000Z' },
      order: { name: 'Thank you', message: 'With love', receivers: [{ email: 'a@held.test' }, {}, {}] },
      now: { problems: [] },
    })
    const approved = await decideOnApproval(app, orderId)
    expect([approved.status, approved.body.data.status], JSON.stringify(approved.body)).toEqual([200, 'approved'])
    expect(await available()).toBe(before - 3 * GIFT_PENCE)
    const { transactionId } = approved.body.data
    const embed = 'embed[]=hugggs&embed[]=message'
    const bought = (await call('GET', `/api/v2/transactions/${transactionId}?${embed}`)).body.data
    expect(bought).toMatchObject({
      ...{ user_id: demo.users.acmeAdmin, order_id: orderId, title: 'Thank you', from_name: 'Ada' },
      ...{ notify_on_complete: true, sale_quantity: 3, embedded: { message: 'With love' } },
    })
    expect((await mailTo(BUYER)).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Approved: /))
    expect(await mailTo('b@held.test')).toHaveLength(1)
    const audit = (await call('GET', `/v3/teams/${demo.teams.acme}/audit?area=gifts`)).body.data
    expect(audit.map((each: { action: string }) => each.action)).toEqual(
      expect.arrayContaining(['order.approval-asked', 'order.approval-approved', 'transaction.created']),
    )
  })

  test('stays as it is while it waits; withdrawn it is a draft, which may be requested again', async () => {
    const order = (
      await call('POST', '/api/v2/orders', BUYER, {
        type: 'huggg',
        productId: demo.products.daisyGiftCard10,
        quantity: 3,
      })
    ).body.data
    const purchase = { type: 'order', reference: order.id }
    const ask = (key: string) =>
      app.request('POST', '/api/v2/transactions', {
        ...{ as: BUYER, headers: { 'idempotency-key': key } },
        body: { purchase, payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain } },
      })
    const held = await ask('first')
    expect(held.status).toBe(202)
    // The same answer to the same request, and no second one.
    expect(await ask('first')).toMatchObject({ status: 202, body: held.body })
    expect(refusal(await ask('second'))).toEqual([409, 'wrong_state'])
    const change = { entity: { quantity: 5 } }
    expect(refusal(await call('PUT', `/api/v2/orders/${order.id}`, BUYER, change))).toEqual([409, 'wrong_state'])
    expect(refusal(await call('DELETE', `/api/v2/orders/${order.id}`))).toEqual([409, 'wrong_state'])
    expect(refusal(await decideOnApproval(app, order.id, { act: 'withdraw' }))).toEqual([403, 'forbidden'])
    expect((await decideOnApproval(app, order.id, { as: BUYER, act: 'withdraw' })).body.data.status).toBe('withdrawn')
    expect((await call('PUT', `/api/v2/orders/${order.id}`, BUYER, change)).body.data).toMatchObject({
      quantity: 5,
      approval: 'withdrawn',
    })
    expect((await ask('third')).status).toBe(202)
    // What was read before is not what waits now.
    expect(refusal(await decideOnApproval(app, order.id))).toEqual([409, 'conflict'])
    const { version } = await loadApproval(order.id)
    expect((await decideOnApproval(app, order.id, { version })).body.data).toMatchObject({
      status: 'approved',
      quantity: 5,
    })
  })

  test('can be decided neither by its buyer, nor a key, nor who issued the key it came by, nor a foreign team', async () => {
    const issued = (
      await call('POST', `/v3/teams/${demo.teams.acme}/api-keys`, APPROVER, {
        name: 'Buying',
        roleGroupId: 'team-admin',
      })
    ).body.data
    const key = `key:${issued.key}`
    const [own, byKey] = [await heldOrder(app), await heldOrder(app, 3, { as: key })]
    expect(refusal(await decideOnApproval(app, own, { as: BUYER }))).toEqual([403, 'forbidden'])
    expect(refusal(await decideOnApproval(app, own, { as: key }))).toEqual([403, 'forbidden'])
    expect(refusal(await decideOnApproval(app, byKey, { as: key }))).toEqual([403, 'forbidden'])
    expect(refusal(await decideOnApproval(app, byKey, { as: APPROVER }))).toEqual([403, 'forbidden'])
    expect(refusal(await decideOnApproval(app, own, { as: 'participant@acme.test' }))).toEqual([403, 'forbidden'])
    expect(refusal(await decideOnApproval(app, own, { as: 'admin@globex.test' }))).toEqual([404, 'not_found'])
    expect((await call('GET', `/v3/orders/${own}/approval`, 'participant@acme.test')).status).toBe(404)
    expect((await loadApproval(byKey)).approvers.map((each: { id: string }) => each.id)).not.toContain(
      demo.users.acmeViewer,
    )
    expect([await loadStatus(own), await loadStatus(byKey)]).toEqual(['pending', 'pending'])
    expect((await decideOnApproval(app, byKey, { as: BUYER })).body.data.status).toBe('approved')
    // A key that was stopped meanwhile buys nothing.
    const late = await heldOrder(app, 3, { as: key })
    await call('DELETE', `/v3/teams/${demo.teams.acme}/api-keys/${issued.id}`, APPROVER)
    expect(refusal(await decideOnApproval(app, late, { as: BUYER }))).toEqual([409, 'wrong_state'])
  })

  test('that is declined was not bought, tells its buyer why, and is not approved after', async () => {
    const orderId = await heldOrder(app)
    const before = await available()
    expect((await decideOnApproval(app, orderId, { act: 'decline' })).body.data).toMatchObject({
      status: 'declined',
      order: null,
      note: 'Not this month',
    })
    expect(refusal(await decideOnApproval(app, orderId))).toEqual([409, 'wrong_state'])
    expect(await available()).toBe(before)
    expect((await mailTo(BUYER)).find(({ subject }) => subject.startsWith('Declined'))?.text).toContain(
      'Not this month',
    )
    expect((await call('GET', `/api/v2/orders/${orderId}`)).body.data).toMatchObject({
      approval: 'declined',
      transactionId: null,
    })
  })

  test('whose price has changed is bought at neither price until the approver has agreed to the new one', async () => {
    const orderId = await heldOrder(app)
    await app.posy.db
      .updateTable('product')
      .set({ handling_fee: 100 })
      .where('id', '=', demo.products.daisyGiftCard10)
      .execute()
    const before = await available()
    const refused = await decideOnApproval(app, orderId)
    expect(refusal(refused)).toEqual([409, 'price_changed'])
    const { now, quote } = await loadApproval(orderId)
    expect([quote.total, now.quote.total]).toEqual([3180, 3360])
    expect((await decideOnApproval(app, orderId, { quotedTotal: 3360 })).status).toBe(200)
    expect(await available()).toBe(before - 3360)
    await app.posy.db
      .updateTable('product')
      .set({ handling_fee: 50 })
      .where('id', '=', demo.products.daisyGiftCard10)
      .execute()
  })

  test('is checked again: by the money there is, and by the rights its buyer has then', async () => {
    const most = Math.floor((await available()) / GIFT_PENCE)
    const [first, second] = [await heldOrder(app, most), await heldOrder(app, most)]
    const { transactionId } = (await decideOnApproval(app, first)).body.data
    expect((await loadApproval(second)).now.problems[0].code).toBe('insufficient_funds')
    expect(refusal(await decideOnApproval(app, second))).toEqual([402, 'insufficient_funds'])
    await app.settle()
    await call('POST', `/api/v2/transactions/${transactionId}/hugggs/cancel`)
    await app.settle()
    const orderId = await heldOrder(app, 3, { as: 'participant@acme.test' })
    await call('PUT', `/v3/teams/${demo.teams.acme}/users/${demo.users.acmeParticipant}`, BUYER, {
      roleGroupId: 'team-viewer',
    })
    expect((await loadApproval(orderId)).now.problems.length).toBeGreaterThan(0)
    expect(refusal(await decideOnApproval(app, orderId))).toEqual([403, 'forbidden'])
    expect(await loadStatus(orderId)).toBe('pending')
    await call('PUT', `/v3/teams/${demo.teams.acme}/users/${demo.users.acmeParticipant}`, BUYER, {
      roleGroupId: 'participant',
    })
  })

  test('meets every rule again when it is bought, and each that it fails is named', async () => {
    const { db } = app.posy
    const prefer = (preferences: object) => setRules(app, preferences)
    const forAdults = (over18: boolean) =>
      db.updateTable('product').set({ over18 }).where('id', '=', demo.products.daisyGiftCard10).execute()
    const receivers = ['x', 'y', 'z'].map((name) => ({ email: `${name}@rules.test` }))
    const purchase = { receivers, deliveryMethod: 'email', quantity: undefined }
    const orderId = await heldOrder(app, 3, { purchase })
    const problems = async () =>
      (await loadApproval(orderId)).now.problems.map(({ code, path }: { code: string; path: string }) => [code, path])

    await forAdults(true)
    expect(await problems()).toEqual([['invalid', 'order.over18']])
    const unconfirmed = await decideOnApproval(app, orderId)
    expect([...refusal(unconfirmed), unconfirmed.body.details[0].path]).toEqual([422, 'invalid_fields', 'order.over18'])
    // Asked for with the sender’s word, it carries that word to the purchase.
    const confirmed = await heldOrder(app, 3, { purchase: { over18: true } })
    const { transactionId } = (await decideOnApproval(app, confirmed)).body.data
    expect((await call('GET', `/api/v2/transactions/${transactionId}`)).body.data.over18_confirmed).toBe(true)
    await forAdults(false)

    await prefer({ recipientSpendCap: { amount: 500, period: 'month', mode: 'block' }, deliveryMethods: ['links'] })
    expect(new Set((await problems()).map(([code]: string[]) => code))).toEqual(
      new Set(['spend_cap_reached', 'restricted']),
    )
    const refused = await decideOnApproval(app, orderId)
    expect(refused.status, JSON.stringify(refused.body)).toBe(403)
    expect(await loadStatus(orderId)).toBe('pending')
    await prefer({ recipientSpendCap: null, deliveryMethods: null })
    expect((await decideOnApproval(app, orderId)).body.data.status).toBe('approved')
  })

  test('can be read and never decided by an operator who looks as a member, changes allowed or not', async () => {
    const orderId = await heldOrder(app)
    const support = `/v3/teams/${demo.teams.acme}/support-access/changes`
    expect((await call('PUT', support, BUYER, { hours: 2 })).status).toBe(200)
    const visit = await app.request('POST', `/v3/operator/customers/${demo.teams.acme}/impersonations`, {
      ...{ as: 'operator:support@posy.test', body: { userId: demo.users.acmeViewer, reason: REASON } },
    })
    const { token } = visit.body.data
    expect(await loadApproval(orderId, token)).toMatchObject({ status: 'pending', mayDecide: false })
    for (const act of ['approve', 'decline', 'withdraw'])
      expect(refusal(await decideOnApproval(app, orderId, { as: token, act }))).toEqual([403, 'impersonation_refused'])
    expect(refusal(await buyLinks(app, 1, { as: token }))).toEqual([403, 'impersonation_refused'])
    expect(await loadStatus(orderId)).toBe('pending')
  })

  test('of a leaver no longer waits', async () => {
    const orderId = await heldOrder(app, 3, { as: 'participant@acme.test' })
    await call('DELETE', `/v3/teams/${demo.teams.acme}/users/${demo.users.acmeParticipant}`)
    await app.settle()
    expect(await loadStatus(orderId)).toBe('withdrawn')
    expect(refusal(await decideOnApproval(app, orderId))).toEqual([409, 'wrong_state'])
  })

  test('ends after fourteen days, and says so', async () => {
    const orderId = await heldOrder(app)
    await app.advance('P13D')
    expect(await loadStatus(orderId)).toBe('pending')
    await app.advance('P1DT1S')
    expect(await loadStatus(orderId)).toBe('expired')
    expect((await mailTo(BUYER)).some(({ subject }) => subject.startsWith('Not decided in time'))).toBe(true)
    expect(refusal(await decideOnApproval(app, orderId))).toEqual([409, 'wrong_state'])
  })

  test('cannot be paid by a card’s reservation, nor add gifts to a link that is out', async () => {
    const charge = await chargeCard(app, { amount: 3 * GIFT_PENCE })
    const byCard = await buyLinks(app, 3, { payment: { method: 'charge', reference: charge.body.data.id } })
    expect([...refusal(byCard), byCard.body.details[0].reason.code]).toEqual([403, 'restricted', 'approval_needed'])
    const shared = await call('POST', '/api/v2/transactions', BUYER, {
      purchase: { type: 'superhuggg', reference: demo.products.daisyGiftCard10, limit: 1 },
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    })
    expect(shared.status).toBe(201)
    const raised = await call('POST', `/api/v2/super-hugggs/${shared.body.data.super_url_id}/limit`, BUYER, {
      limit: 50,
      payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
    })
    expect([...refusal(raised), raised.body.details?.[0].path]).toEqual([403, 'restricted', 'limit'])
  })
})

describe('the limit of a day', () => {
  test('is of all that one person and their keys buy without approval in London, however it is split', async () => {
    await app.advance('P1D')
    await withLimits(app, { perDay: 3 * GIFT_PENCE })
    const as = OTHER_APPROVER
    const token = await tokenIn(app, as, demo.teams.acme)
    const issued = (
      await call('POST', `/v3/teams/${demo.teams.acme}/api-keys`, token, { name: 'Mine', roleGroupId: 'team-admin' })
    ).body.data
    const key = `key:${issued.key}`
    expect((await buyLinks(app, 2, { as: token })).status).toBe(201)
    expect((await buyLinks(app, 1, { as: key })).status).toBe(201)
    const held = [await heldOrder(app, 1, { as: token }), await heldOrder(app, 1, { as: key })]
    expect(await loadApproval(held[0]!)).toMatchObject({ reason: 'day', limit: 3180, spentThatDay: 3180 })
    // Someone else's day is theirs.
    expect((await buyLinks(app, 3)).status).toBe(201)
    // What was approved is not counted, and the next day in London is another.
    expect((await decideOnApproval(app, held[0]!)).status).toBe(200)
    await app.advance('P1D')
    const next = await tokenIn(app, as, demo.teams.acme)
    expect((await buyLinks(app, 3, { as: next })).status).toBe(201)
    await heldOrder(app, 1, { as: next })
  })
})

test('the limits are the organisation’s: a subteam’s wallet and a subteam’s settings are no way around, nor is a key', async () => {
  const payment = { method: 'walletCommitment', reference: demo.wallets.acmeNorth }
  const orderId = await heldOrder(app, 3, { payment })
  const lift = { preferences: { approvals: null } }
  const own = { preferences: { approvals: { perOrder: 1, perDay: null, includeAllowances: false } } }
  expect((await call('PUT', `/api/v2/teams/${demo.teams.acmeNorth}`, BUYER, own)).body.details[0].path).toBe(
    'preferences.approvals',
  )
  const { key } = (
    await call('POST', `/v3/teams/${demo.teams.acme}/api-keys`, BUYER, { name: 'Lifting', roleGroupId: 'team-admin' })
  ).body.data
  expect(refusal(await call('PUT', `/api/v2/teams/${demo.teams.acme}`, `key:${key}`, lift))).toEqual([403, 'forbidden'])
  expect((await decideOnApproval(app, orderId)).body.data.status).toBe('approved')
})

test('every refusal of an approval is among the errors that its endpoint declares', () => {
  expect([...app.undeclaredRefusals].sort()).toEqual([])
})
