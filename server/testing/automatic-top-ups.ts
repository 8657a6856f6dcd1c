import { expect } from 'vitest'
import { TOP_UP_CONSENT } from '#contract/payments/automatic-top-ups.ts'
import { toDate } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import type { TestApp } from './app.ts'
import { storedCard } from './cards.ts'

const as = 'admin@acme.test'

/** A wallet with £50.00 that is filled with £40.00 below £20.00, at most £100.00 a month. */
export async function filledWallet(
  app: TestApp,
  changes: Record<string, unknown> = {},
  name = 'Filled',
  number?: string,
) {
  const send = (method: string, path: string, body: unknown) => app.request(method, path, { as, body })
  // The same number is the same stored card.
  const { cardId } = await storedCard(app, as, number)
  const opened = await send('POST', `/api/v2/teams/${demo.teams.acme}/wallets`, { name })
  const walletId = opened.body.data.id as string
  const move = (fromWalletId: string, toWalletId: string, amount: number) =>
    send('POST', `/v3/wallets/${fromWalletId}/transfers`, { toWalletId, amount })
  expect((await move(demo.wallets.acmeMain, walletId, 5_000)).status).toBe(201)
  const path = `/v3/wallets/${walletId}/automatic-top-up`
  const wanted = { threshold: 2_000, amount: 4_000, monthlyLimit: 10_000, cardId, consent: TOP_UP_CONSENT, ...changes }
  const set = await send('PUT', path, wanted)
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return {
    ...{ walletId, cardId, path, wanted },
    spend: (amount: number) => move(walletId, demo.wallets.acmeMain, amount),
    /** What is due, in one worker. */
    run: () =>
      app.posy.due.find(({ name }) => name === 'payments.automatic-top-ups')!.run(toDate(app.posy.clock.now())),
    read: async () => (await app.request('GET', path, { as })).body.data,
    available: async () =>
      (await app.request('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, { as })).body.data.find(
        ({ id }: { id: string }) => id === walletId,
      ).available as number,
    charges: () =>
      app.posy.db
        .selectFrom('charge')
        .select(['id', 'state', 'initiator', 'spent'])
        .where('intent_wallet_id', '=', walletId)
        .orderBy('created_at')
        .execute(),
  }
}
