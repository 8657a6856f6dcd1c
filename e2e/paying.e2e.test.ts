import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { CARD } from './support/cards.ts'
import { type Posy, startPosy } from './support/posy.ts'

/**
 * Paying in every way over real HTTP, to the penny after each step: a card that needs 3-D Secure, one that declines, a
 * browser closed in the middle, a purchase by charge and one by invoice, each cancelled and expired.
 */
describe('paying', () => {
  let posy: Posy
  let token: string
  const wallet = { available: 500_000, live: 0 }

  beforeAll(async () => {
    posy = await startPosy('postgres')
    token = await posy.signIn('admin@acme.test')
  })
  afterAll(() => posy?.stop())

  const get = async (path: string) => (await posy.call('GET', path, { token })).body.data
  const expectWallet = async (change: Partial<typeof wallet> = {}) => {
    wallet.available += change.available ?? 0
    wallet.live += change.live ?? 0
    await expect
      .poll(async () => {
        const wallets = await get(`/api/v2/teams/${demo.teams.acme}/wallets`)
        const { available, live } = wallets.find((each: { id: string }) => each.id === demo.wallets.acmeMain)
        return { available, live }
      })
      .toEqual(wallet)
  }
  const post = async (path: string, body: unknown, status: number) => {
    const answer = await posy.call('POST', path, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } })
    expect(answer.status, answer.text).toBe(status)
    return answer.body.data
  }
  /** Types a card into the provider's fields, which are the provider's own pages. */
  const createToken = async (number: string) => {
    const { publicKey } = await get('/api/v2/cards/fields')
    const answer = await posy.call('POST', '/sandbox/checkout/tokens', {
      headers: { authorization: publicKey },
      body: { type: 'card', number, expiry_month: 12, expiry_year: 2035, cvv: '100' },
    })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.token as string
  }
  const charge = async (number: string, amount: number, more: object = {}) =>
    post('/api/v2/charges', { token: await createToken(number), amount, ...more }, 201)
  /** What the holder does on the bank's page. @returns where the browser is sent */
  const approve3ds = async (redirectUrl: string) => {
    expect((await posy.call('GET', redirectUrl)).status).toBe(200)
    const answer = await posy.call('POST', `${redirectUrl}/approve`, { form: {} })
    expect(answer.status, answer.text).toBe(303)
    return new URL(answer.headers.get('location')!, posy.url)
  }
  const topUp = (chargeId: string, amount: number, status = 201) =>
    post(
      `/api/v2/wallets/${demo.wallets.acmeMain}/top-up`,
      {
        payment: { method: 'charge', reference: chargeId },
        purchase: { type: 'walletTopUp', reference: demo.wallets.acmeMain, amount },
      },
      status,
    )
  const buy = (payment: object, more: object = {}, status = 201) =>
    post(
      '/api/v2/transactions?embed[]=hugggs',
      {
        purchase: {
          type: 'bulkHugggs',
          reference: demo.products.daisyGiftCard10,
          deliveryMethod: 'links',
          quantity: 2,
          ...more,
        },
        payment,
      },
      status,
    )
  const cancel = (id: string) => post(`/api/v2/transactions/${id}/hugggs/cancel`, {}, 200)
  const advance = async (duration: string) => {
    const moved = await posy.call('POST', '/sandbox/clock', { body: { advance: duration } })
    expect(moved.status, moved.text).toBe(200)
    token = await posy.signIn('admin@acme.test')
  }
  const tomorrow = async () =>
    new Date(Date.parse((await posy.call('GET', '/sandbox/clock')).body.data.now) + 86_400_000)
      .toISOString()
      .slice(0, 10)
  const findRedirect = (one: Record<string, unknown>) =>
    Object.values(one)
      .flat()
      .find((value) => typeof value === 'string' && value.includes('/sandbox/checkout/')) as string

  test('a card that declines says why, in plain words, and moves nothing', async () => {
    const declined = await charge(CARD.declines, 2000)
    expect(declined).toMatchObject({
      status: 'failed',
      errorCode: expect.stringContaining('20051'),
      friendlyError: expect.any(String),
    })
    await topUp(declined.id, 2000, 409)
    await expectWallet()
  })

  test('a card that needs 3-D Secure tops the wallet up once it is approved, once', async () => {
    const pending = await charge(CARD.asks3ds, 10_000)
    expect(pending).toMatchObject({ status: 'pending', requires3ds: true })
    await topUp(pending.id, 10_000, 409)
    const back = await approve3ds(findRedirect(pending))
    await post(`/api/v2/charges/${pending.id}/verify`, { ckoSessionId: back.searchParams.get('cko-session-id') }, 200)
    const first = await topUp(pending.id, 10_000)
    await expectWallet({ available: 10_000 })
    // The same again is the same top-up; another amount is refused.
    expect((await topUp(pending.id, 10_000)).id).toBe(first.id)
    await topUp(pending.id, 5000, 409)
    await expectWallet()
  })

  test('a browser closed in the middle of 3-D Secure loses no money', async () => {
    const abandoned = await charge(CARD.asks3ds, 4000)
    const approved = await charge(CARD.asks3ds, 3000)
    // Approved at the bank, but the browser never comes back: the provider's notice is enough.
    await approve3ds(findRedirect(approved))
    await advance('PT1M')
    await expect.poll(() => get(`/api/v2/charges/${approved.id}`)).not.toMatchObject({ requires3ds: true })
    await advance('PT31M')
    const readStatus = async ({ id }: { id: string }) => (await get(`/api/v2/charges/${id}`)).status
    await expect.poll(() => readStatus(approved)).toBe('void')
    await expect.poll(() => readStatus(abandoned)).toMatch(/^(failed|void)$/)
    await expectWallet()
  })

  test('a purchase by charge passes through the wallet; cancelled, its money stays there', async () => {
    const paid = await charge(CARD.approved, 2120)
    const bought = await buy({ method: 'charge', reference: paid.id })
    await expectWallet({ live: 2000 })
    await buy({ method: 'charge', reference: paid.id }, {}, 409)
    expect((await cancel(bought.id)).refunded).toBe(2120)
    await expectWallet({ available: 2120, live: -2000 })
  })

  test('a purchase by charge that expires is refunded to the wallet, as the plan says', async () => {
    const paid = await charge(CARD.approved, 2120)
    await buy({ method: 'charge', reference: paid.id }, { expiry: await tomorrow() })
    await expectWallet({ live: 2000 })
    await advance('P3D')
    await expectWallet({ available: 2120, live: -2000 })
  })

  test('a purchase by invoice is owed; cancelled and expired, the debt is gone and the wallet untouched', async () => {
    const cancelled = await buy({ method: 'invoice', reference: demo.wallets.acmeMain })
    await expectWallet({ live: 2000 })
    await cancel(cancelled.id)
    await expectWallet({ live: -2000 })
    await buy({ method: 'invoice', reference: demo.wallets.acmeMain }, { expiry: await tomorrow() })
    await expectWallet({ live: 2000 })
    await advance('P3D')
    await expectWallet({ live: -2000 })
  })

  test('an invoice beyond the credit limit is refused with 402', async () => {
    const refused = await posy.call('POST', '/api/v2/transactions', {
      token,
      body: {
        purchase: {
          type: 'bulkHugggs',
          reference: demo.products.daisyGiftCard10,
          deliveryMethod: 'links',
          quantity: 9000,
        },
        payment: { method: 'invoice', reference: demo.wallets.acmeMain },
      },
    })
    expect([refused.status, refused.body.code]).toEqual([402, 'credit_limit_reached'])
    await expectWallet()
  })

  test('all books agree after these payments', async () => {
    const proof = await posy.operator('reconcile')
    expect(proof.code, proof.output).toBe(0)
  })
})
