import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { eventually } from './support/eventually.ts'
import { type Posy, startPosy } from './support/posy.ts'

/**
 * The product's main job over real HTTP, to the penny after each step: fund, buy, deliver, open, redeem, undo, cancel,
 * correct, expire; then the statement, the report and the ledger must tell the same story.
 */
describe.each(['pglite', 'postgres'] as const)('the main job on %s', (kind) => {
  let posy: Posy
  let token: string
  const wallet = { available: 500_000, live: 0 }
  const auth = () => ({ token })

  beforeAll(async () => {
    posy = await startPosy(kind)
    token = await posy.signIn('admin@acme.test')
  })
  afterAll(() => posy?.stop())

  const expectWallet = async (change: Partial<typeof wallet> = {}) => {
    wallet.available += change.available ?? 0
    wallet.live += change.live ?? 0
    const { body } = await posy.call('GET', `/api/v2/teams/${demo.teams.acme}/wallets`, auth())
    const { balance, available, live } = body.data.find((each: { id: string }) => each.id === demo.wallets.acmeMain)
    expect({ balance, available, live }).toEqual({ balance: wallet.available + wallet.live, ...wallet })
  }
  const buy = async (purchase: object, status = 201) => {
    const answer = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
      ...auth(),
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { purchase, payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain } },
    })
    expect(answer.status, answer.text).toBe(status)
    return answer.body.data
  }
  const loadStatus = async (id: string) => (await posy.call('GET', `/api/v2/hugggs/${id}`, auth())).body.data.status_id
  const mailTo = (to: string, count = 1) =>
    eventually(async () => {
      const { body } = await posy.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`)
      return body.data.length >= count ? body.data[0] : undefined
    })
  const reasonCode = async () =>
    (await posy.call('GET', `/api/v2/teams/${demo.teams.acme}`, auth())).body.data.reasonCodes[0]
  const giftLink = (mail: { links: string[] }) => mail.links.find((link) => link.includes('/g/'))!
  const page = (link: string) => posy.call('GET', link)
  /** Presses a button of the page, as a form without JavaScript does. */
  const press = async (link: string, step: string, fields: Record<string, string> = {}) => {
    const answer = await posy.call('POST', link, { form: { step, ...fields } })
    expect(answer.status, `${step}: ${answer.text.slice(0, 300)}`).toBe(303)
  }
  const linkShortcode = (link: string) => link.split('/g/')[1]!
  const gift = async (link: string) => (await posy.call('GET', `/public/gifts/${linkShortcode(link)}`)).body.data

  const gifts: Record<string, string> = {}
  let emailed: { id: string; shortcode: string }[] = []
  let links: { id: string; shortcode: string; launch_url: string; redeem_code?: string | null }[] = []

  test('starts with the demo wallet', () => expectWallet())

  test('buys three choice-of-gifts by email and reads the emails', async () => {
    const receivers = ['ada', 'bob', 'cyd'].map((name) => ({ email: `${name}@friends.test`, notes: `Dear ${name}` }))
    const bought = await buy({
      type: 'bulkHugggs',
      reference: demo.products.choiceOfGift10,
      message: 'Thank you!',
      fromName: 'Alex',
      reasonCode: await reasonCode(),
      receivers,
    })
    expect(bought).toMatchObject({
      sale_per_item: 1000,
      sale_total: 3180,
      sale_vat: 30,
      fee_total: 150,
      sale_quantity: 3,
    })
    emailed = bought.embedded.hugggs
    expect(emailed).toHaveLength(3)
    await expectWallet({ available: -3180, live: 3000 })
    for (const name of ['ada', 'bob', 'cyd']) gifts[name] = giftLink(await mailTo(`${name}@friends.test`))
    expect(gifts.ada).toContain(`${posy.url}/g/`)
    const mail = await mailTo('ada@friends.test')
    expect(mail).toMatchObject({ channel: 'email', to: 'ada@friends.test' })
    expect(`${mail.subject} ${mail.text}`).toContain('Alex')
    await eventually(async () => ((await loadStatus(bought.embedded.hugggs[0].id)) === 2 ? true : undefined))
    await expectWallet()
  })

  test('buys a hundred links with a reason code', async () => {
    const bought = await buy({
      type: 'bulkHugggs',
      reference: demo.products.daisyFlatWhite,
      quantity: 100,
      deliveryMethod: 'links',
      reasonCode: await reasonCode(),
    })
    expect(bought).toMatchObject({ sale_per_item: 360, sale_total: 39_000, sale_vat: 6500 })
    links = bought.embedded.hugggs
    expect(new Set(links.map((each) => each.launch_url)).size).toBe(100)
    await expectWallet({ available: -39_000, live: 30_000 })
  })

  test('a recipient opens a gift, chooses, claims and reveals, without JavaScript', async () => {
    const link = gifts.ada!
    const closed = await page(link)
    expect(closed.status).toBe(200)
    expect(closed.text).not.toContain('<script')
    expect(closed.text).toContain('Alex')
    expect((await gift(link)).state).toBe('wrapped')
    await press(link, 'open')
    const opened = await gift(link)
    expect(opened.state).toBe('opened')
    const [first] = opened.choices.flatMap((segment: { options: { productId: string }[] }) => segment.options)
    const leftOver = opened.choice.worthPence - first.pricePence
    await press(link, 'choose', { productId: first.productId, leftOver: String(leftOver) })
    await expectWallet({ available: leftOver, live: -leftOver })
    await press(link, 'claim')
    expect((await gift(link)).state).toBe('claimed')
    await press(link, 'reveal')
    const revealed = await gift(link)
    expect(revealed.state).toBe('revealed')
    expect((await page(link)).text).toContain(revealed.voucher.code)
    await press(link, 'react', { emoji: revealed.quickEmojis[0], message: 'You made my day', name: 'Ada' })
    expect((await gift(link)).reaction).toMatchObject({ message: 'You made my day' })
    await expectWallet()
  })

  test('a till redeems another gift, once, and undoes it', async () => {
    const till = { token: await posy.clientToken('demo-till') }
    const [one] = links
    const redemption = await posy.call('POST', `/api/v2/hugggs/${one!.shortcode}/redemptions`, {
      ...till,
      body: { location_id: demo.stores.daisyCoffeeLeeds },
    })
    expect(redemption.status, redemption.text).toBe(201)
    expect(await loadStatus(one!.id)).toBe(4)
    await expectWallet({ live: -300 })
    expect(
      (
        await posy.call('POST', `/api/v2/hugggs/${one!.shortcode}/redemptions`, {
          ...till,
          body: { location_id: demo.stores.daisyCoffeeLeeds },
        })
      ).status,
    ).toBe(405)
    const undone = await posy.call('PATCH', `/api/v2/hugggs/${one!.id}/redemptions/latest`, {
      ...till,
      body: { redeemed: false },
    })
    expect(undone.status, undone.text).toBe(200)
    expect(await loadStatus(one!.id)).toBe(3)
    await expectWallet({ live: 300 })
  })

  test('the sender cancels a gift and gets all of its money back', async () => {
    const cancelled = await posy.call('POST', `/api/v2/hugggs/${links[1]!.id}/cancel`, auth())
    expect(cancelled.status, cancelled.text).toBe(200)
    expect(await loadStatus(links[1]!.id)).toBe(6)
    await expectWallet({ available: 390, live: -300 })
    expect((await gift(links[1]!.launch_url)).state).toBe('cancelled')
  })

  test('an address is corrected: the gift is reissued and the old link stops working', async () => {
    const old = gifts.bob!
    const { id } = emailed.find((each) => old.endsWith(each.shortcode))!
    const corrected = await posy.call('PATCH', `/api/v2/hugggs/${id}`, {
      ...auth(),
      body: { receiver: { email: 'bobby@friends.test' } },
    })
    expect(corrected.status, corrected.text).toBe(200)
    const fresh = giftLink(await mailTo('bobby@friends.test'))
    expect(fresh).not.toBe(old)
    expect((await page(old)).status).toBe(404)
    expect((await gift(fresh)).state).toBe('wrapped')
    expect((await posy.call('GET', '/sandbox/messages?to=bob@friends.test')).body.data).toHaveLength(1)
    await expectWallet()
  })
  test('a gift expires when its time is over and the clock has moved', async () => {
    const { body } = await posy.call('GET', '/sandbox/clock')
    const tomorrow = new Date(Date.parse(body.data.now) + 86_400_000).toISOString().slice(0, 10)
    const bought = await buy({
      type: 'huggg',
      reference: demo.products.daisyGiftCard10,
      deliveryMethod: 'links',
      expiry: tomorrow,
      reasonCode: await reasonCode(),
    })
    await expectWallet({ available: -1060, live: 1000 })
    const moved = await posy.call('POST', '/sandbox/clock', { body: { advance: 'P3D' } })
    expect(moved.status, moved.text).toBe(200)
    expect(await loadStatus(bought.embedded.hugggs[0].id)).toBe(5)
    // Acme's plan refunds expired gifts.
    await expectWallet({ available: 1060, live: -1000 })
    token = await posy.signIn('admin@acme.test')
  })

  test('the timeline, the statement and the report agree', async () => {
    const timeline = (await posy.call('GET', `/v3/hugggs/${links[0]!.id}/timeline`, auth())).body.data
    expect(timeline.map((event: { to: string }) => event.to)).toEqual(
      expect.arrayContaining(['Created', 'Redeemed', 'Claimed']),
    )
    const statement = (await posy.call('GET', `/v3/wallets/${demo.wallets.acmeMain}/statement?limit=100`, auth())).body
    expect(statement.data[0]).toMatchObject({ available: wallet.available, balance: wallet.available + wallet.live })
    const explained = (await posy.call('GET', `/v3/wallets/${demo.wallets.acmeMain}/balance-explanation`, auth())).body
      .data
    expect(explained.totals).toMatchObject({ balance: wallet.available + wallet.live, available: wallet.available })
    const report = (await posy.call('GET', `/api/v2/report/transactions/user/${demo.users.acmeAdmin}`, auth())).body
      .data
    const byLinks = report.find((row: { sale_quantity: number }) => row.sale_quantity === 100)
    expect(byLinks).toMatchObject({ sale_total: 39_000, cancelled: 1, claimed: 1, redeemed: 0, created: 98 })
  })

  test('an integration written for the original keeps working', async () => {
    const answer = await posy.call('POST', '/api/v2/transactions?embed[]=hugggs', {
      apiKey: posy.apiKey,
      body: {
        purchase: {
          type: 'huggg',
          reference: demo.products.daisyGiftCard10,
          deliveryMethod: 'links',
          reasonCode: await reasonCode(),
        },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data.embedded.hugggs[0].launch_url).toMatch(/^http:\/\/localhost:\d+\/g\/\w+$/)
    await expectWallet({ available: -1060, live: 1000 })
  })

  test('the ledger agrees with vouchers and wallets', async () => {
    if (kind === 'pglite') {
      // The embedded database serves one process: the operator stops the server first.
      posy.process.kill('SIGTERM')
      await new Promise((resolve) => posy.process.once('exit', resolve))
    }
    const proof = await posy.operator('reconcile')
    expect(proof.code, proof.output).toBe(0)
  })
})
