import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
const as = 'admin@acme.test'
const [participant, viewer, subteam, globex] = [
  'participant@acme.test',
  'viewer@acme.test',
  'subteam@acme.test',
  'admin@globex.test',
]
const others = [participant, viewer, subteam, globex]
const { products, wallets, users } = demo

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const orders = '/api/v2/orders'
const save = async (body: object) => {
  const answer = await app.request('POST', orders, { as, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}
const get = async (id: string) => (await app.request('GET', `${orders}/${id}`, { as })).body.data
const buy = async (id: string) => {
  const answer = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
    as,
    body: {
      purchase: { type: 'order', reference: id },
      payment: { method: 'walletCommitment', reference: wallets.acmeMain },
    },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}

describe('the email of a draft', () => {
  const draft = {
    type: 'bulkHugggs',
    productId: products.daisyFlatWhite,
    deliveryMethod: 'email',
    receivers: [{ email: 'ada@friends.test', name: 'Ada' }, { email: 'bob@friends.test' }],
    message: 'Thanks <img src=x onerror=alert(1)>\nand "more" & more',
    fromName: 'Alice',
    themeId: 'fern',
  }
  const look = (id: string, who = as) => app.request('GET', `/v3/orders/${id}/email`, { as: who })
  const ask = (id: string, who = as) => app.request('POST', `/v3/orders/${id}/test-email`, { as: who, body: {} })
  const mails = async (to: string): Promise<{ subject: string; text: string; html: string }[]> => {
    await app.settle()
    return (await app.request('GET', `/sandbox/messages?to=${to}`)).body.data
  }
  const tests = async (to = as) => (await mails(to)).filter(({ subject }) => subject.startsWith('Test: '))

  test('is, but for its link, the one that its first recipient then gets, and shows what was typed as text', async () => {
    const { id } = await save(draft)
    const preview = (await look(id)).body.data
    expect(preview.html).toContain('Thanks &#60;img src=x onerror=alert(1)&#62;<br>and &#34;more&#34; &#38; more')
    expect(preview.html).not.toContain('<img src=x')
    const bought = await buy(id)
    const [sent] = await mails('ada@friends.test')
    expect(sent!.subject).toBe(preview.subject)
    const linkless = (html: string, url: string) => html.replaceAll(url, 'LINK').trim()
    const previewUrl = `${app.posy.config.publicUrl}/send/${id}/preview?team=${demo.teams.acme}`
    expect(linkless(sent!.html, bought.embedded.hugggs[0].launch_url)).toBe(linkless(preview.html, previewUrl))
    expect((await look(id)).body.code).toBe('wrong_state')
  })

  test('goes as a test to whom writes it and no one else, says so, opens no gift, and buys nothing', async () => {
    const { id, version } = await save({ ...draft, receivers: [{ email: 'only@friends.test', name: 'Only' }] })
    const gifts = async () => (await app.posy.db.selectFrom('huggg').select('id').execute()).length
    const before = await gifts()
    expect((await ask(id)).body.data).toEqual({ sentTo: as })
    const [mail, ...rest] = await tests()
    expect([rest, await gifts()]).toEqual([[], before])
    expect(mail!.subject).toBe('Test: Alice sent you a little something')
    for (const written of [mail!.text, mail!.html]) {
      expect(written).toContain('This is a test. No gift has been bought')
      expect(written).toContain(`/send/${id}/preview?team=${demo.teams.acme}`)
      expect(written).not.toContain('/g/')
    }
    expect(await mails('only@friends.test')).toEqual([])
    expect(await get(id)).toMatchObject({ version, transactionId: null })
  })

  test('is shown and sent to its owner alone', async () => {
    const { id } = await save(draft)
    for (const who of others) {
      expect([403, 404], who).toContain((await look(id, who)).status)
      expect([403, 404], who).toContain((await ask(id, who)).status)
      expect(await tests(who), who).toEqual([])
    }
  })

  test('is none of a draft that sends no emails or has no gift', async () => {
    for (const other of [
      { ...draft, deliveryMethod: 'links', receivers: [] },
      { ...draft, productId: null },
    ]) {
      const { id } = await save(other)
      expect([(await look(id)).body.code, (await ask(id)).body.code]).toEqual(['wrong_state', 'wrong_state'])
    }
  })

  test('goes to a confirmed address only', async () => {
    const { id } = await save(draft)
    const confirm = (verified_email: boolean) =>
      app.posy.db.updateTable('app_user').set({ verified_email }).where('email', '=', as).execute()
    const before = (await tests()).length
    await confirm(false)
    const refused = await ask(id)
    await confirm(true)
    expect([refused.body.code, (await tests()).length]).toEqual(['restricted', before])
  })

  test('is not sent once the draft is thrown away', async () => {
    const { id } = await save({ ...draft, fromName: 'Gone' })
    await ask(id)
    await app.request('DELETE', `${orders}/${id}`, { as })
    expect((await tests()).filter(({ subject }) => subject.includes('Gone'))).toEqual([])
  })

  test('is sent ten times an hour at most, however many ask at once', async () => {
    const { id } = await save(draft)
    const answers = await Promise.all(Array.from({ length: 14 }, () => ask(id)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4)
    expect((await tests()).length).toBeLessThanOrEqual(10)
  })
})

describe('sending a purchase again', () => {
  const again = (id: string, who = as) => app.request('POST', `/v3/transactions/${id}/repeat`, { as: who, body: {} })
  const draft = {
    type: 'bulkHugggs',
    name: 'Thank you, team',
    productId: products.daisyFlatWhite,
    deliveryMethod: 'email',
    receivers: [
      { email: 'cy@friends.test', name: 'Cy', notes: 'For you' },
      { email: 'dee@friends.test', name: 'Dee' },
      { userId: users.acmeViewer },
    ],
    message: 'Have a coffee',
    fromName: 'Alice',
    themeId: 'fern',
    reminders: false,
    reasonCode: 'Thank you',
    expiry: '2026-05-01',
  }
  const counts = async () => {
    const rows = await Promise.all(
      (['huggg', 'transaction', 'ledger_transfer', 'outgoing_message'] as const).map((table) =>
        app.posy.db
          .selectFrom(table)
          .select((e) => e.fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    )
    return rows.map(({ count }) => Number(count))
  }

  test('makes a draft of the same gift, people, words, look and delivery, without its dates, and buys nothing', async () => {
    const { id } = await buy((await save(draft)).id)
    await app.settle()
    const before = await counts()
    const { body, status } = await again(id)
    expect([status, await counts()]).toEqual([201, before])
    const { receivers, expiry: _, ...same } = draft
    expect(body.data).toMatchObject({
      order: { ...same, receivers, expiry: null, sendDate: null, transactionId: null, userId: users.acmeAdmin },
      leftOut: 0,
      isGiftGone: false,
    })
    expect(body.data.price.now).toBe(body.data.price.before)
    expect((await buy(body.data.order.id)).sale_quantity).toBe(3)
  })

  test('leaves out who was erased, and says how many', async () => {
    const { id } = await buy((await save(draft)).id)
    await app.posy.db
      .updateTable('recipient')
      .set({ email: null, name: null, notes: null, erased_at: new Date() })
      .where('transaction_id', '=', id)
      .where('email', '=', 'dee@friends.test')
      .execute()
    const { order, leftOut } = (await again(id)).body.data
    expect([order.receivers.map(({ name }: { name: string }) => name), leftOut]).toEqual([['Cy', null], 1])
  })

  test('leaves out whose gift was cancelled, and says how many; where all were, it has everyone', async () => {
    const { id } = await buy((await save(draft)).id)
    const { hugggs } = (await app.request('GET', `/api/v2/transactions/${id}?embed[]=hugggs`, { as })).body.data
      .embedded
    const cancel = (hugggIds: string[]) =>
      app.request('POST', `/api/v2/transactions/${id}/hugggs/cancel`, { as, body: { hugggIds } })
    expect((await cancel([hugggs[1].id])).body.data.changed).toBe(1)
    const { order, leftOut, leftOutCancelled } = (await again(id)).body.data
    expect([order.receivers.length, leftOut, leftOutCancelled]).toEqual([2, 0, 1])
    await cancel([hugggs[0].id, hugggs[2].id])
    const whole = (await again(id)).body.data
    expect([whole.order.receivers.length, whole.leftOutCancelled]).toEqual([3, 0])
  })

  test('has no gift where that is not sold any longer, and says both prices where it changed', async () => {
    const { id, sale_per_item: paid } = await buy((await save(draft)).id)
    const change = (set: { active?: boolean; sender_price?: number }) =>
      app.posy.db.updateTable('product').set(set).where('id', '=', products.daisyFlatWhite).execute()
    const { sender_price } = await app.posy.db
      .selectFrom('product')
      .select('sender_price')
      .where('id', '=', products.daisyFlatWhite)
      .executeTakeFirstOrThrow()
    await change({ sender_price: sender_price + 40 })
    const dearer = (await again(id)).body.data
    await change({ sender_price, active: false })
    const gone = (await again(id)).body.data
    await change({ active: true })
    expect(dearer.price).toMatchObject({ before: paid, now: paid + 40 })
    expect([gone.isGiftGone, gone.order.productId, gone.price.now]).toEqual([true, null, null])
  })

  test('of a shareable gift keeps how it is claimed', async () => {
    const shareable = {
      limit: 3,
      perPerson: 2,
      claimMethod: 'email',
      claimRestrictions: { emailEndings: ['@acme.test'] },
    }
    const { id } = await buy((await save({ type: 'superhuggg', productId: products.daisyGiftCard10, ...shareable })).id)
    const { body } = await again(id)
    expect(body.data?.order, JSON.stringify(body)).toMatchObject({ type: 'superhuggg', ...shareable })
  })

  test('of printed cards keeps their number and design', async () => {
    const templates = await app.request('GET', '/v3/printables/templates', { as })
    const printableTemplateId = templates.body.data[0].id
    const cards = { type: 'bulkHugggs', productId: products.daisyFlatWhite, deliveryMethod: 'printable', quantity: 4 }
    const { id } = await buy((await save({ ...cards, printableTemplateId })).id)
    expect((await again(id)).body.data.order).toMatchObject({ ...cards, printableTemplateId, receivers: [] })
  })

  test('is for who may buy and may see it', async () => {
    const { id } = await buy((await save(draft)).id)
    for (const who of others) expect([403, 404], who).toContain((await again(id, who)).status)
  })
})
