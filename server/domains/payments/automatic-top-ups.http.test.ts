import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { filledWallet } from '#server/testing/automatic-top-ups.ts'
import { storedCard, testCard } from '#server/testing/cards.ts'

const admin = 'admin@acme.test'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-02T09:00:00Z' })
})
afterAll(async () => {
  await app.settle()
  expect(await reconcile(app.posy)).toEqual([])
  await app.close()
})

const send = (method: string, path: string, body?: unknown, as = admin) =>
  app.request(method, path, { as, ...(body === undefined ? {} : { body }) })
const mails = async (subject: string) => {
  await app.settle()
  const { body } = await app.request('GET', `/sandbox/messages?to=${admin}`)
  return (body.data as { subject: string; text: string }[]).filter((mail) => mail.subject.includes(subject))
}
const tick = () => app.advance('PT1M')

test('a wallet below its threshold charges the card once: the money, its receipt and its line in the statement are there', async () => {
  const wallet = await filledWallet(app, {}, 'Charged')
  await tick()
  expect(await wallet.charges()).toEqual([])
  await wallet.spend(3_001)
  await tick()
  expect(await wallet.available()).toBe(5_999)
  expect(await wallet.charges()).toEqual([
    expect.objectContaining({ state: 'captured', initiator: 'merchant', spent: 4_000 }),
  ])
  expect(await wallet.read()).toMatchObject({
    status: 'on',
    chargedThisMonth: 4_000,
    owner: { id: demo.users.acmeAdmin },
  })
  expect(await mails('£40.00 has arrived in Charged')).toHaveLength(1)
  const statement = (await send('GET', `/v3/wallets/${wallet.walletId}/statement`)).body.data
  expect(statement[0]).toMatchObject({ kind: 'card-top-up', effect: { available: 4_000 }, available: 5_999 })
  const [charge] = await wallet.charges()
  expect(statement[0]).toMatchObject({
    counterpart: {
      kind: 'card',
      id: charge!.id,
      label: expect.stringMatching(/ ending \d{4}$/),
      detail: 'Automatic top-up',
    },
    person: expect.stringContaining('Alice'),
  })
  const viewed = (await send('GET', `/v3/wallets/${wallet.walletId}/statement`, undefined, 'viewer@acme.test')).body
    .data
  expect(viewed[0]).toMatchObject({
    counterpart: { kind: 'card', id: null, label: 'Card', detail: 'Automatic top-up' },
    person: null,
  })
  await app.advance('PT1H')
  expect(await wallet.charges()).toHaveLength(1)
})

test('automatic top-ups keep to the month’s limit and to three a day, and continue automatically the next day or month', async () => {
  const wallet = await filledWallet(app, { amount: 3_000, monthlyLimit: 14_000 }, 'Limited')
  const emptyIt = async () => {
    await wallet.spend(await wallet.available())
    await tick()
  }
  for (const count of [1, 2, 3, 3]) {
    await emptyIt()
    expect(await wallet.charges()).toHaveLength(count)
  }
  await app.advance('P1D')
  expect(await wallet.charges()).toHaveLength(4)
  // A fifth would be £150.00 in March.
  await emptyIt()
  await app.advance('P2D')
  expect([(await wallet.charges()).length, (await wallet.read()).chargedThisMonth]).toEqual([4, 12_000])
  await app.advance('P27D')
  expect([(await wallet.charges()).length, (await wallet.read()).chargedThisMonth]).toEqual([5, 3_000])
})

test('one decline stops automatic top-ups with an email, until they are set again', async () => {
  const wallet = await filledWallet(app, { amount: 10_005, monthlyLimit: 50_000 }, 'Declined')
  await wallet.spend(4_000)
  await tick()
  expect(await wallet.read()).toMatchObject({ status: 'stopped', stoppedBecause: 'declined', chargedThisMonth: 0 })
  expect(await wallet.available()).toBe(1_000)
  await app.advance('P2D')
  expect(await wallet.charges()).toEqual([expect.objectContaining({ state: 'declined', spent: 0 })])
  const [mail, ...others] = await mails('Declined is no longer topped up automatically')
  expect(others).toEqual([])
  expect(mail!.text).toContain('the card was declined')
  await send('PUT', wallet.path, { ...wallet.wanted, amount: 4_000 })
  await tick()
  expect([(await wallet.read()).status, await wallet.available()]).toEqual(['on', 5_000])
})

test('a deleted card, a dispute and a lost right stop automatic top-ups; nothing is charged after', async () => {
  const [deleted, disputed, without] = [
    await filledWallet(app, {}, 'Card deleted'),
    await filledWallet(app, {}, 'Disputed', testCard.mastercard),
    await filledWallet(app, {}, 'Without right'),
  ]
  await disputed.spend(4_000)
  await tick()
  const [charge] = await disputed.charges()
  const { method_payment_id } = await app.posy.db
    .selectFrom('charge')
    .select('method_payment_id')
    .where('id', '=', charge!.id)
    .executeTakeFirstOrThrow()
  const dispute = await app.providers.sandboxes.checkout!.openDispute(method_payment_id!)
  await app.providers.sandboxes.checkout!.notices.idle()
  await app.settle()
  expect(await disputed.read()).toMatchObject({ stoppedBecause: 'dispute' })
  await app.providers.sandboxes.checkout!.decideDispute(dispute, 'won')
  await app.providers.sandboxes.checkout!.notices.idle()
  await app.settle()
  await app.posy.db
    .updateTable('automatic_top_up')
    .set({ user_id: demo.users.acmeViewer })
    .where('wallet_id', '=', without.walletId)
    .execute()
  await without.spend(await without.available())
  await tick()
  expect(await without.read()).toMatchObject({ stoppedBecause: 'rights' })
  await send('DELETE', `/api/v2/cards/${deleted.cardId}`)
  expect(await deleted.read()).toMatchObject({ stoppedBecause: 'card-stopped' })
  for (const wallet of [deleted, disputed]) await wallet.spend(await wallet.available())
  await app.advance('PT1H')
  expect([await deleted.charges(), await without.charges()]).toEqual([[], []])
  expect(await disputed.charges()).toHaveLength(1)
})

test('the wrong fields of an automatic top-up are named, and others’ cards and wallets are not found', async () => {
  const { path, wanted, walletId } = await filledWallet(app, {}, 'Asked')
  const wrong = [
    [{ threshold: 0 }, 'threshold'],
    [{ amount: 20_000 }, 'monthlyLimit'],
    [{ consent: 'yes' }, 'consent'],
  ] as const
  for (const [change, field] of wrong) {
    const { status, body } = await send('PUT', path, { ...wanted, ...change })
    expect([status, body.details[0].path]).toEqual([422, field])
  }
  const { cardId } = await storedCard(app, 'admin@globex.test')
  expect((await send('PUT', path, { ...wanted, cardId })).status).toBe(404)
  expect((await send('PUT', path, wanted, 'admin@globex.test')).status).toBe(404)
  expect((await send('PUT', path, wanted, 'participant@acme.test')).status).toBe(403)
  expect((await send('DELETE', `/v3/wallets/${walletId}`)).body.message).toContain('topped up by card')
  expect((await send('DELETE', path)).status).toBe(200)
  expect((await send('GET', path)).body.data).toBeNull()
})
