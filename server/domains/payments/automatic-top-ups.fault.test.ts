import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reconcileIn } from '#server/app/reconcile.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { filledWallet } from '#server/testing/automatic-top-ups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(async () => {
  await app.settle()
  expect(await app.posy.db.transaction().execute(reconcileIn)).toEqual([])
})

const ten = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, act))

test('ten purchases at once below the threshold, seen by ten workers, charge the card once', async () => {
  const wallet = await filledWallet(app, {}, 'Crowded')
  await Promise.all([ten(() => wallet.spend(450)), ten(wallet.run)])
  await ten(wallet.run)
  expect(await wallet.available()).toBe(5_000 - 4_500 + 4_000)
  expect(await wallet.charges()).toHaveLength(1)
})

test('a top-up whose answer was lost after the card was charged is found later: charged once', async () => {
  const wallet = await filledWallet(app, {}, 'Unheard')
  const { failures, notices } = app.providers.sandboxes.checkout!
  notices.hold()
  failures.next('payment', 'drop-after')
  failures.next('read', 'error')
  await wallet.spend(4_000)
  await wallet.run()
  expect(await wallet.available()).toBe(1_000)
  // While it is not known, nothing else is charged.
  await ten(wallet.run)
  expect(await wallet.charges()).toEqual([expect.objectContaining({ state: 'requested' })])
  await app.advance('PT2M')
  await notices.resume()
  await app.settle()
  expect([await wallet.available(), (await wallet.charges()).length]).toEqual([5_000, 1])
})

test('a top-up whose request was never sent, as when the process dies first, is given up and made again: charged once', async () => {
  const wallet = await filledWallet(app, {}, 'Killed')
  app.providers.sandboxes.checkout!.failures.next('payment', 'drop-before')
  await wallet.spend(4_000)
  await wallet.run()
  await app.advance('PT7M')
  await app.settle()
  await wallet.run()
  expect((await wallet.charges()).map(({ state, spent }) => [state === 'declined', spent])).toEqual([
    [true, 0],
    [false, 4_000],
  ])
  expect(await wallet.available()).toBe(5_000)
  expect((await wallet.read()).status).toBe('on')
})
