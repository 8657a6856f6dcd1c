import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { giftStates } from '#contract/core/status-labels.ts'
import {
  type HugggFilters,
  type HugggSortField,
  hugggSortFields,
  statusNames,
  transactionSortFields,
} from '#contract/search/search.ts'
import { demo } from '#server/app/demo/ids.ts'
import { printedCode } from '#server/domains/hugggs/links/index.ts'
import { PreparedClient } from '#server/platform/database/prepared-client.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { holdsText, naiveFilters, passes } from '#server/testing/naive-filters.ts'
import { sameAnswer } from '#server/testing/refusals.ts'
import { THANK_YOU_CARD } from '#server/testing/samples.ts'
import { acmeTeams, buildSearchWorld, type NaiveGift, naiveGifts, sortKeys } from '#server/testing/search-world.ts'
import { shareGift } from '#server/testing/superhugggs.ts'

const ADMIN = 'admin@acme.test'
let app: TestApp
let gifts: NaiveGift[]

beforeAll(async () => {
  app = await startTestApp()
  await buildSearchWorld(app)
  gifts = await naiveGifts(app.posy.db)
})
afterAll(() => app.close())

const search = async (query: object, as = 'admin@acme.test', what = 'hugggs') => {
  const answer = await app.request('POST', `/v3/searches/${what}`, { as, body: { query } })
  if (answer.status !== 200)
    throw new Error(`${answer.status} ${JSON.stringify(answer.body)} for ${JSON.stringify(query)}`)
  return answer.body.data
}
const seen: Record<string, (gift: NaiveGift) => boolean> = {
  'admin@acme.test': ({ teamId }) => acmeTeams.includes(teamId),
  'subteam@acme.test': ({ teamId }) => teamId === demo.teams.acmeNorth,
  'participant@acme.test': ({ senderId }) => senderId === demo.users.acmeParticipant,
  'admin@globex.test': ({ teamId }) => teamId === demo.teams.globex,
}
const callers = Object.keys(seen)
const hitIds = (hits: { huggg: { id: string } }[]) => hits.map(({ huggg }) => huggg.id)

test.each(callers)('%s finds exactly the gifts that are theirs to see, each as the tables tell it', async (as) => {
  const mine = gifts.filter(seen[as]!)
  const { hits, ...rest } = await search({ size: 1000 }, as)
  expect(mine.length).toBeGreaterThan(0)
  expect(rest).toEqual({ total: mine.length, totalIsExact: true, from: 0, size: 1000 })
  const byId = new Map(hits.map((hit: { huggg: { id: string } }) => [hit.huggg.id, hit]))
  // What was sent to someone is found by its code, and not shown by it; and to who may not send none is.
  const shown = ({ hit }: (typeof mine)[number], as: string) => {
    const isHidden = hit.receiver !== null || as === 'viewer@acme.test'
    return { ...hit, huggg: { ...hit.huggg, shortcode: isHidden ? null : hit.huggg.shortcode } }
  }
  for (const each of mine) expect(byId.get(each.hit.huggg.id)).toEqual(shown(each, as))
})

test('gift search answers ten of the newest unless asked otherwise', async () => {
  const answer = await app.request('POST', '/v3/searches/hugggs', { as: 'admin@acme.test', body: {} })
  const mine = gifts.filter(seen['admin@acme.test']!)
  const newest = mine.toSorted(
    (a, b) =>
      b.hit.huggg.created_at.localeCompare(a.hit.huggg.created_at) || a.hit.huggg.id.localeCompare(b.hit.huggg.id),
  )
  expect(hitIds(answer.body.data.hits)).toEqual(hitIds(newest.slice(0, 10).map(({ hit }) => hit)))
})

/** Values that some gift has, and some that none has, for each filter. */
function wishes(): { [K in keyof Required<HugggFilters>]: fc.Arbitrary<HugggFilters[K]> } {
  const mine = gifts.filter(seen['admin@acme.test']!)
  const some = <T>(values: (T | null | undefined)[]) =>
    fc.uniqueArray(fc.constantFrom(...(values.filter((value) => value !== null && value !== undefined) as T[])), {
      minLength: 1,
      maxLength: 3,
    })
  const one = (values: (string | null | undefined)[]) =>
    fc.constantFrom(...values.filter((value): value is string => Boolean(value)))
  const part = (values: (string | null | undefined)[]) =>
    one(values.flatMap((value) => value?.match(/[\p{L}\p{N}]{2,}/gu) ?? [])).chain((word) =>
      fc.integer({ min: 2, max: word.length }).map((length) => word.slice(0, length)),
    )
  const moments = (values: (string | null | undefined)[]) =>
    fc.record({ from: one(values), to: one(values) }, { requiredKeys: [] })
  const numbers = (values: number[]) =>
    fc.record({ from: fc.constantFrom(...values), to: fc.constantFrom(...values) }, { requiredKeys: [] })
  const of = <T>(value: (gift: NaiveGift) => T) => mine.map(value)
  const flag = fc.boolean()
  return {
    hugggIds: some(of(({ hit }) => hit.huggg.id)),
    transactionIds: some(of(({ hit }) => hit.transaction.id)),
    senderIds: some(of(({ hit }) => hit.sender.id)),
    receiverIds: some(of(({ hit }) => hit.receiver?.id)),
    teamIds: some(acmeTeams),
    productIds: some(Object.values(demo.products)) as never,
    brandIds: some(of(({ brandId }) => brandId)),
    planIds: some(Object.values(demo.plans)) as never,
    segmentIds: some(['00000000-0000-4000-8000-00000000aaaa']),
    themeIds: some(['default', 'fern']),
    statusIds: some([1, 2, 3, 4, 5, 6, 8] as const) as never,
    statusNames: some([...statusNames]),
    states: some([...giftStates]),
    deliveryMethods: some(['email', 'links', 'inline-redeem', 'sms'] as const) as never,
    deliveryStatuses: some(['email-sent', 'email-bounce', 'links-sent', 'unsent', 'email-pending'] as const) as never,
    reasonCodes: some(of(({ hit }) => hit.transaction.reason_code)),
    processing: some(['creating'] as const) as never,
    voucherTypes: some(['own', 'tillo'] as const) as never,
    shortcodes: some(of(({ hit }) => hit.huggg.shortcode)),
    viewedClients: some(['no-client', ...of(({ hit }) => hit.huggg.viewed_client)]),
    reactionEmojis: some(['❤️', '🎉', '👎']),
    receiverEmail: one(of(({ hit }) => hit.receiver?.email)),
    receiverPhoneNumber: fc.constant('+447700900123'),
    receiverName: part(of(({ hit }) => hit.receiver?.surname)),
    senderEmail: one(of(({ hit }) => hit.sender.email)),
    senderName: part(of(({ hit }) => hit.sender.first_name)),
    fromName: part(of(({ hit }) => hit.huggg.from_name)),
    notes: part(of(({ hit }) => hit.huggg.notes)),
    transactionNotes: part(of(({ hit }) => hit.transaction.notes)),
    productLabel: part(of(({ hit }) => hit.purchase.label)),
    teamName: part(of(({ hit }) => hit.team.name)),
    reactionMessage: part(of(({ hit }) => hit.reaction?.message)),
    createdAt: moments(of(({ hit }) => hit.huggg.created_at)),
    updatedAt: moments(of(({ hit }) => hit.huggg.updated_at)),
    sentDate: moments(of(({ hit }) => hit.huggg.sent_date)),
    assignedDate: moments(['2026-03-02T11:00:00Z', ...of(({ hit }) => hit.huggg.assigned_date)]),
    viewedDate: moments(of(({ hit }) => hit.huggg.viewed_date)),
    expiryDate: moments(of(({ hit }) => hit.huggg.expiry_date)),
    redeemedAt: moments(of(({ hit }) => hit.redemptions[0]?.created_at)),
    reactionAt: moments(of(({ hit }) => hit.reaction?.dateCreated)),
    deliveryStatusUpdatedAt: moments(of(({ hit }) => hit.deliveryStatusUpdatedAt)),
    transactionCreatedAt: moments(of(({ hit }) => hit.transaction.created_at)),
    price: numbers(of(({ hit }) => hit.transaction.sale_per_item)),
    saleTotal: numbers(of(({ hit }) => hit.transaction.sale_total)),
    isSettled: flag,
    isViewed: flag,
    isRedeemed: flag,
    hasReceiver: flag,
    hasReaction: flag,
  } as never
}

const agrees = async (as: string, { text, filters }: { text?: string; filters: HugggFilters }) => {
  const expected = gifts.filter(
    (gift) => seen[as]!(gift) && passes(gift, filters) && (text === undefined || holdsText(gift, text)),
  )
  const { hits, total } = await search({ ...(text === undefined ? {} : { text }), filters, size: 1000 }, as)
  expect(hitIds(hits).sort(), JSON.stringify({ as, text, filters })).toEqual(
    hitIds(expected.map(({ hit }) => hit)).sort(),
  )
  expect(total).toBe(expected.length)
}

test('every filter of gift search alone finds what the tables say', async () => {
  const all = wishes()
  for (const name of Object.keys(naiveFilters) as (keyof HugggFilters)[])
    for (const value of fc.sample(all[name] as fc.Arbitrary<unknown>, { numRuns: 6, seed: 7 }))
      await agrees('admin@acme.test', { filters: { [name]: value } })
})

test('any filters of gift search together find what the tables say, for everyone', async () => {
  // Others may not name what they cannot see.
  const { hugggIds: _1, transactionIds: _2, senderIds: _3, receiverIds: _4, teamIds: _5, ...free } = wishes()
  const filters = fc
    .record(free as never, { requiredKeys: [] })
    .chain((every) =>
      fc
        .shuffledSubarray(Object.keys(every as object))
        .map((names) =>
          Object.fromEntries(names.slice(0, 3).map((name) => [name, (every as Record<string, unknown>)[name]])),
        ),
    )
  const text = fc.option(
    fc.constantFrom(
      'coffee',
      'daisy',
      'ben',
      'zoe ang',
      'O’Neill',
      'birthday alice',
      'work',
      'crew',
      'VICTOR',
      'company test',
      'nowhere',
      'flat ben',
      'merry',
      'party zoe',
      'ben@company.test',
      'BEN@comp alice',
      'admin@acme.test zoe',
      '@company',
      'north',
    ),
    { nil: undefined },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...callers), filters as fc.Arbitrary<HugggFilters>, text, (as, wanted, words) =>
      agrees(as, { filters: wanted, ...(words ? { text: words } : {}) }),
    ),
    { numRuns: 150 },
  )
})

test('gift search finds by shortcode and by telephone number, in whatever way they are written', async () => {
  const gift = gifts.filter(seen['admin@acme.test']!).find(({ hit }) => hit.huggg.shortcode)
  const shortcode = gift!.hit.huggg.shortcode!
  for (const text of [shortcode.toUpperCase(), printedCode(shortcode).toUpperCase()])
    expect(hitIds((await search({ text })).hits), text).toEqual([gift!.hit.huggg.id])
  const withReceiver = gifts.find(({ hit, teamId }) => hit.receiver && teamId === demo.teams.acme)!
  const { id } = withReceiver.hit.receiver!
  await app.posy.db.updateTable('recipient').set({ phone_number: '+447700900321' }).where('id', '=', id).execute()
  for (const text of ['+44 7700 900321', '07700 900 321', '447700900321', '07700-9003'])
    expect(hitIds((await search({ text })).hits), text).toEqual([withReceiver.hit.huggg.id])
  expect((await search({ filters: { receiverPhoneNumber: '+447700900321' } })).total).toBe(1)
  await app.posy.db.updateTable('recipient').set({ phone_number: null }).where('id', '=', id).execute()
})

test.each(hugggSortFields)(
  'pages of a search by %s follow each other in order without a gap or a repetition',
  async (field: HugggSortField) => {
    // A code that a hit does not show sorts all the same.
    const told = new Map(gifts.map(({ hit }) => [hit.huggg.id, hit]))
    const key = (hit: { huggg: { id: string } }) =>
      sortKeys[field]((field === 'shortcode' ? told.get(hit.huggg.id) : hit) as never) ?? null
    for (const direction of ['asc', 'desc'] as const) {
      const sort = [{ field, direction }]
      const whole = (await search({ sort, size: 1000 })).hits
      const pages = []
      for (let from = 0; from < whole.length; from += 7) pages.push(...(await search({ sort, from, size: 7 })).hits)
      expect(hitIds(pages)).toEqual(hitIds(whole))
      for (const [index, hit] of whole.slice(1).entries()) {
        const [a, b] = [key(whole[index]), key(hit)]
        if (a === null || b === null) expect(a === null ? b : null).toBeNull()
        else if (a === b) expect(whole[index].huggg.id < hit.huggg.id).toBe(true)
        else expect(a < b, `${a} ${direction} ${b}`).toBe(direction === 'asc')
      }
    }
  },
)

test.each([
  [{ from: 10_001 }, 'query.from'],
  [{ from: -1 }, 'query.from'],
  [{ size: 0 }, 'query.size'],
  [{ size: 1001 }, 'query.size'],
  [{ filters: { statusId: [1] } }, 'query.filters.statusId'],
  [{ filters: { statusIds: [10] } }, 'query.filters.statusIds.0'],
  [{ sort: [{ field: 'nothing' }] }, 'query.sort.0.field'],
  [{ text: 'a b c d e f g h i j k' }, 'query.text'],
  [{ filters: { createdAt: { from: 'yesterday' } } }, 'query.filters.createdAt.from'],
])('gift search refuses %j, naming %s', async (query, path) => {
  const answer = await app.request('POST', '/v3/searches/hugggs', { as: 'admin@acme.test', body: { query } })
  expect([answer.status, answer.body.details?.[0].path]).toEqual([422, path])
})

test.each([
  { text: "a' & b:* | !c \\' (((" },
  { text: '💐' },
  { text: 'İ ß 汉字 \u00a0' },
  { filters: { notes: ':*', teamName: '\\' } },
  { filters: { price: { from: Number.MAX_SAFE_INTEGER }, saleTotal: { to: Number.MAX_SAFE_INTEGER } } },
  { filters: { createdAt: { from: '1900-01-01T00:00:00Z', to: '2199-12-31T23:59:59Z' } } },
])('gift search answers %j, whatever it means', async (query) => {
  expect((await search(query)).size).toBe(10)
  expect(
    (
      await search(
        { ...query, filters: { createdAt: query.filters?.createdAt, quantity: { to: Number.MAX_SAFE_INTEGER } } },
        ADMIN,
        'transactions',
      )
    ).size,
  ).toBe(10)
})

test('gift search refuses ids of others and unknown ids alike', async () => {
  const globex = gifts.find(({ teamId }) => teamId === demo.teams.globex)!.hit
  const missing = '00000000-0000-4000-8000-00000000dead'
  for (const [name, id] of [
    ['hugggIds', globex.huggg.id],
    ['transactionIds', globex.transaction.id],
    ['receiverIds', globex.receiver!.id],
    ['senderIds', globex.sender.id],
    ['teamIds', globex.team.id],
  ] as const) {
    const ask = (value: string) =>
      app.request('POST', '/v3/searches/hugggs', {
        as: 'admin@acme.test',
        body: { query: { filters: { [name]: [value] } } },
      })
    const [foreign, none] = [await ask(id), await ask(missing)]
    expect([name, foreign.status]).toEqual([name, 404])
    expect(foreign.body).toEqual(sameAnswer(none.body))
  }
})

describe('search for purchases', () => {
  const transactions = async (query: object, as?: string) => search(query, as, 'transactions')

  test('finds them for those who may see them, with their gifts counted by state', async () => {
    const { hits, total } = await transactions({ size: 1000 })
    const held = await app.posy.db
      .selectFrom('transaction')
      .innerJoin('wallet', 'wallet.id', 'transaction.wallet_id')
      .select(['transaction.id', 'wallet.id as wallet_id', 'wallet.name'])
      .execute()
    const wallets = new Map(held.map((row) => [row.id, { id: row.wallet_id, name: row.name }]))
    const mine = gifts.filter(seen['admin@acme.test']!)
    expect(total).toBe(new Set(mine.map(({ hit }) => hit.transaction.id)).size)
    for (const hit of hits) {
      const its = mine.filter((gift) => gift.hit.transaction.id === hit.transaction.id)
      const counted = Object.fromEntries(
        hit.hugggStatuses.map(({ name, count }: { name: string; count: number }) => [name, count]),
      )
      const expected: Record<string, number> = {}
      for (const { hit: gift } of its) expected[gift.status] = (expected[gift.status] ?? 0) + 1
      expect(counted).toEqual(expected)
      expect(hit.isSettled).toBe(its.every((gift) => gift.hit.isSettled))
      expect(hit.wallet).toEqual(wallets.get(hit.transaction.id))
    }
    expect((await transactions({}, 'participant@acme.test')).total).toBe(1)
    expect((await transactions({}, 'subteam@acme.test')).total).toBe(1)
    expect((await transactions({}, 'viewer@acme.test')).total).toBe(total)
  })

  test('finds them by filters and words', async () => {
    const count = async (query: object) => (await transactions(query)).total
    expect(await count({ filters: { title: 'anniv' } })).toBe(1)
    expect(await count({ text: 'anniversaries' })).toBe(1)
    expect(await count({ text: 'zoe birthday' })).toBe(1)
    await app.posy.db
      .updateTable('transaction')
      .set({ purchase_order_number: 'PO-778' })
      .where('title', '=', 'Anniversaries')
      .execute()
    for (const text of ['PO-778', 'po 778', '778']) expect(await count({ text }), text).toBe(1)
    expect(await count({ filters: { statusNames: ['Redeemed'] } })).toBe(1)
    expect(await count({ filters: { receiverEmail: 'ben@company.test' } })).toBe(2)
    expect(await count({ filters: { receiverEmail: 'flat.white@company.test' } })).toBe(0)
    expect(await count({ filters: { quantity: { from: 12, to: 12 }, deliveryMethods: ['links'] } })).toBe(1)
    expect(await count({ filters: { reasonCodes: ['Wellbeing'] } })).toBe(1)
    expect(await count({ filters: { isSettled: true } })).toBe(0)
    expect(await count({ filters: { notes: 'party', senderName: 'alice' } })).toBe(1)
    expect(await count({ filters: { teamName: 'north' } })).toBe(1)
  })

  test.each(transactionSortFields)('pages them by %s', async (field) => {
    const whole = (await transactions({ sort: [{ field, direction: 'desc' }], size: 1000 })).hits
    const pages = []
    for (let from = 0; from < whole.length; from += 3)
      pages.push(...(await transactions({ sort: [{ field, direction: 'desc' }], from, size: 3 })).hits)
    expect(pages).toEqual(whole)
  })

  test('finds one by the number of its receipt or credit note, for those alone who may see it', async () => {
    const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
      as: ADMIN,
      body: {
        purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, quantity: 1 },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    const { id, embedded } = bought.body.data
    await app.request('POST', `/api/v2/hugggs/${embedded.hugggs[0].id}/cancel`, { as: ADMIN })
    await app.settle()
    const receipt = await app.request('GET', `/api/v2/transactions/${id}/receipt`, { as: ADMIN })
    const numbers = receipt.body.data.files.map((file: { fileName: string }) => file.fileName.replace('.pdf', ''))
    expect(numbers.map((number: string) => number.slice(0, 4))).toEqual(['RCT-', 'CRN-'])
    const found = async (documentNumbers: string[], as = ADMIN) =>
      (await search({ filters: { documentNumbers } }, as, 'transactions')).hits.map(
        ({ transaction }: { transaction: { id: string } }) => transaction.id,
      )
    for (const number of numbers) {
      expect(await found([number])).toEqual([id])
      expect(await found([number], 'viewer@acme.test')).toEqual([id])
      for (const as of ['participant@acme.test', 'subteam@acme.test', 'admin@globex.test'])
        expect(await found([number], as), as).toEqual([])
    }
    expect(await found(['RCT-999999', numbers[0]])).toEqual([id])
    expect(await found(['RCT-999999'])).toEqual([])
  })

  test('shows those still being made as Pending', async () => {
    const bought = await app.request('POST', '/api/v2/transactions', {
      as: 'admin@acme.test',
      body: {
        purchase: {
          type: 'bulkHugggs',
          reference: demo.products.daisyFlatWhite,
          deliveryMethod: 'links',
          quantity: 101,
          reasonCode: 'Wellbeing',
        },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    const wanted = { filters: { transactionIds: [bought.body.data.id], statusNames: ['Pending'] } }
    expect((await transactions(wanted)).hits[0].hugggStatuses).toEqual([{ id: 7, name: 'Pending', count: 101 }])
    await app.settle()
    expect((await transactions(wanted)).total).toBe(0)
  })
})

test('a reason changed afterwards is found with every gift of the purchase', async () => {
  const { transaction } = gifts.find(
    ({ hit }) => hit.transaction.reason_code === 'Work anniversary' && hit.team.id === demo.teams.acme,
  )!.hit
  const wanted = { filters: { transactionIds: [transaction.id], reasonCodes: ['New client'] } }
  expect((await search(wanted)).total).toBe(0)
  for (const [reason_code, total] of [
    ['New client', 12],
    ['Work anniversary', 0],
  ] as const) {
    await app.request('PATCH', `/api/v2/transactions/${transaction.id}`, {
      as: 'admin@acme.test',
      body: { reason_code },
    })
    expect((await search(wanted)).total).toBe(total)
  }
})

describe('the state of a gift', () => {
  const as = ADMIN
  const post = async (path: string, body: object, who = as) => {
    const answer = await app.request('POST', path, { as: who, body })
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body.data
  }
  const buy = async (purchase: object) => {
    const payment = { method: 'walletCommitment', reference: demo.wallets.acmeMain }
    const ofCard = { type: 'bulkHugggs', reference: demo.products.daisyGiftCard10, ...purchase }
    const bought = await post('/api/v2/transactions?embed[]=hugggs', { purchase: ofCard, payment })
    return {
      id: bought.id as string,
      codes: bought.embedded.hugggs.map((gift: { shortcode: string }) => gift.shortcode),
    }
  }
  const told = async (id: string) => {
    const { hits } = await search({ filters: { transactionIds: [id] }, size: 100 }, as, 'transactions')
    return Object.fromEntries(
      hits[0].states.map(({ state, count }: { state: string; count: number }) => [state, count]),
    )
  }

  test('tells printed from unprinted cards, unclaimed places and links that were not shared', async () => {
    const cards = await buy({ deliveryMethod: 'printable', quantity: 2 })
    expect(await told(cards.id)).toEqual({ 'to-print': 2 })
    await post(`/v3/printables/transactions/${cards.id}/upsert`, { templateId: THANK_YOU_CARD })
    await post(`/v3/printables/transactions/${cards.id}/receivers`, { csv: 'Name\nAda\nBob' })
    await post('/v3/printables/pdfs', { transactionId: cards.id })
    await app.settle()
    expect(await told(cards.id)).toEqual({ printed: 2 })
    const shared = await shareGift(app, { limit: 3 })
    expect(await told(shared.transaction.id)).toEqual({ unclaimed: 3 })
    const links = await buy({ deliveryMethod: 'links', quantity: 2 })
    expect(await told(links.id)).toEqual({ 'link-not-shared': 2 })
  })

  test('tells a code that is out and what is left from a gift that was only opened', async () => {
    const { id, codes } = await buy({ deliveryMethod: 'links', quantity: 4 })
    for (const code of codes.slice(1)) await post(`/public/gifts/${code}/open`, {})
    for (const code of codes.slice(2)) {
      await post(`/public/gifts/${code}/claim`, {})
      await post(`/public/gifts/${code}/reveal`, {})
    }
    const part = { location_id: demo.stores.daisyCoffeeLeeds, amount: 680 }
    await post(`/api/v2/hugggs/${codes[3]}/redemptions`, part, 'client:demo-till')
    expect(await told(id)).toEqual({ 'link-not-shared': 1, opened: 1, 'code-shown': 1, 'partly-used': 1 })
    const { hits } = await search({ filters: { transactionIds: [id], states: ['partly-used'] } })
    expect(hits).toEqual([expect.objectContaining({ status: 'Claimed', state: 'partly-used', left: 320 })])
  })

  test('says of a purchase whose email bounced how many were not delivered, and finds it by that', async () => {
    const receivers = ['one', 'two', 'three'].map((name) => ({ email: `${name}@bouncing.test` }))
    const { id } = await buy({ receivers })
    expect(await told(id)).toEqual({ sending: 3 })
    await app.settle()
    await sql`update outgoing_message set status = 'bounce' where huggg_id = (select min(id::text)::uuid from huggg where transaction_id = ${id})`.execute(
      app.posy.db,
    )
    expect(await told(id)).toEqual({ 'not-delivered': 1, sent: 2 })
    const found = await search({ filters: { states: ['not-delivered'] }, size: 100 }, as, 'transactions')
    expect(found.hits.map(({ transaction }: { transaction: { id: string } }) => transaction.id)).toContain(id)
    expect((await search({ filters: { states: ['not-delivered'] } }, 'admin@globex.test')).total).toBe(0)
  })

  test('is the one that the tables tell, in lists and in the counts of purchases', async () => {
    const now = await naiveGifts(app.posy.db)
    const mine = now.filter(seen[as]!)
    const { hits } = await search({ size: 1000 })
    const states = (list: { huggg: { id: string }; state: string; left: number | null }[]) =>
      Object.fromEntries(list.map(({ huggg, state, left }) => [huggg.id, [state, left]]))
    expect(states(hits)).toEqual(states(mine.map(({ hit }) => hit)))
    for (const hit of (await search({ size: 1000 }, as, 'transactions')).hits) {
      const its = mine.filter((gift) => gift.hit.transaction.id === hit.transaction.id)
      const counted = Map.groupBy(its, (gift) => gift.hit.state)
      expect(hit.states).toEqual(
        giftStates.flatMap((state) => {
          const some = counted.get(state)
          const returns = some?.reduce((sum, gift) => sum + gift.hit.returns, 0)
          return some ? [{ state, count: some.length, returns }] : []
        }),
      )
    }
  })
})

test('gift search asks the database no more often for many hits than for one', async () => {
  const asked = vi.spyOn(PreparedClient.prototype, 'query')
  // The least of three: what else the process asks meanwhile, its heartbeat for one, is counted too.
  const count = async (size: number, what: string) => {
    const counts: number[] = []
    for (let round = 0; round < 3; round++) {
      asked.mockClear()
      await search({ size, text: 'daisy' }, 'admin@acme.test', what)
      counts.push(asked.mock.calls.length)
    }
    return Math.min(...counts)
  }
  for (const what of ['hugggs', 'transactions']) {
    const once = await count(1, what)
    expect(once).toBeGreaterThan(0)
    expect(await count(50, what)).toBe(once)
  }
})

/** How a search would be read by indexes alone and without sorting, as tables that have grown are. */
async function explainSearch(query: object, what = 'hugggs'): Promise<string> {
  const asked = vi.spyOn(PreparedClient.prototype, 'query')
  asked.mockClear()
  await search(query, ADMIN, what)
  const statements = asked.mock.calls.map(([text, values]) => ({ text: String(text), values: values as unknown[] }))
  asked.mockRestore()
  return app.posy.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const plans = []
    for (const { text, values } of statements.filter((each) => each.text.includes('planned for its values')))
      plans.push(...(await tx.executeQuery(CompiledQuery.raw(`explain ${text}`, values))).rows)
    return JSON.stringify(plans)
  })
}

test.each([
  ['recipient_by_name', { sort: [{ field: 'receiverName' }] }],
  ['huggg_to_no_one', { sort: [{ field: 'receiverName' }] }],
  ['huggg_by_expiry', { sort: [{ field: 'expiryDate' }] }],
  ['huggg_by_change', { sort: [{ field: 'updatedAt', direction: 'desc' }] }],
  ['huggg_partly_used', { filters: { states: ['partly-used'] } }],
  ['huggg_opened', { filters: { states: ['opened'] } }],
  ['huggg_code_shown', { filters: { states: ['code-shown'] } }],
  ['transaction_by_method', { filters: { deliveryMethods: ['printable'] } }, 'transactions'],
])('an index answers what screens offer, however many gifts there are: %s', async (index, query, what?: string) => {
  expect(await explainSearch(query, what)).toContain(index)
})

test('gift search counts exactly up to 10,000, and says when there are more', async () => {
  const { huggg } = gifts.find(({ hit, teamId }) => teamId === demo.teams.acmeNorth && hit.huggg.status_id === 1)!.hit
  const columns = (
    await sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = 'huggg'
    and column_name not in ('id', 'ordinal', 'shortcode', 'redeem_code')`.execute(app.posy.db)
  ).rows.map(({ name }) => sql.ref(name))
  await sql`insert into huggg (id, ordinal, shortcode, redeem_code, ${sql.join(columns)})
    select gen_random_uuid(), 10000 + copy, 'copy' || copy, 'COPY' || copy, ${sql.join(columns)} from huggg cross join generate_series(1, 9996) as copy where id = ${huggg.id}`.execute(
    app.posy.db,
  )
  const wanted = { filters: { transactionIds: [huggg.transaction_id] } }
  expect(await search({ ...wanted, size: 1 })).toMatchObject({ total: 10_000, totalIsExact: true })
  await sql`insert into huggg (id, ordinal, shortcode, redeem_code, ${sql.join(columns)})
    select gen_random_uuid(), 30000, 'copyx', 'COPYX', ${sql.join(columns)} from huggg where id = ${huggg.id}`.execute(
    app.posy.db,
  )
  expect(await search({ ...wanted, size: 1 })).toMatchObject({ total: 10_000, totalIsExact: false })
  const last = await search({ ...wanted, from: 10_000, size: 10 })
  expect(last.hits.length).toBe(1)
})

test('a search whose statement meets its time limit is answered with what narrows it', async () => {
  await sql`create or replace function wanted_words(value text) returns text[] language plpgsql immutable parallel safe as $$
    begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(
    app.posy.db,
  )
  const answer = await app.request('POST', '/v3/searches/hugggs', {
    as: ADMIN,
    body: { query: { text: 'coffee' } },
  })
  expect(answer.status).toBe(503)
  expect(answer.body).toMatchObject({ code: 'unavailable', message: 'Reading this took longer than it may.' })
  expect(answer.body.help).toMatch(/^Ask for less at a time: narrow it by [\w, ]+ or \w+\.$/)
  expect(answer.body.details.map(({ path }: { path: string }) => path)).toContain('createdAt')
})
