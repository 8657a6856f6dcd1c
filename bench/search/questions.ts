import { type GiftState, giftStates } from '#contract/core/status-labels.ts'
import { demo } from '#server/app/demo/ids.ts'
import { FIRST, NOW, REASONS } from './load.ts'

/** The names and ids in a world that questions are asked about. */
export interface World {
  receivers: { name: string; email: string; shortcode: string }[]
  transactions: string[]
  products: string[]
  busiest: string
}

/** A request. */
export interface Asked {
  as: string
  path: string
  body?: object
}

/** What people ask of one screen, in each of the ways that it offers: the slowest of them counts. */
export interface Question {
  name: string
  ways: Record<string, (world: World, round: number) => Asked>
  /** Where it is not as of all. */
  aimMs?: number
}

const ADMIN = 'admin@acme.test'
const pick = <T>(items: readonly T[], round: number) => items[round % items.length]!
const day = (offset: number) => new Date(Date.parse(NOW) + offset * 86_400_000).toISOString()

type Body = Record<string, unknown>
const gifts = (query: Body): Asked => ({
  as: ADMIN,
  path: '/v3/searches/hugggs',
  body: { query: { size: 25, ...query } },
})
const purchases = (query: Body): Asked => ({
  as: ADMIN,
  path: '/v3/searches/transactions',
  body: { query: { size: 25, ...query } },
})
const get = (path: string, as = ADMIN): Asked => ({ as, path })
const asConsole = (path: string): Asked => get(path, 'operator:owner@posy.test')
const search = (q: string): Asked => asConsole(`/v3/operator/search?q=${encodeURIComponent(q)}`)
const asCouncil = (query: string): Asked => get(`/v3/awards?limit=50&${query}`, 'manager@council.test')

const by = (sort: string) => [{ field: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }]
const each = <T extends string>(values: readonly T[], ask: (value: T, world: World, round: number) => Asked) =>
  Object.fromEntries(values.map((value) => [value, (world: World, round: number) => ask(value, world, round)]))

const giftSorts = ['-createdAt', 'createdAt', 'expiryDate', 'receiverName', '-updatedAt']
const moreSorts = ['-receiverName', 'price', '-price', '-expiryDate', 'updatedAt']
const purchaseSorts = ['-createdAt', 'createdAt', '-saleTotal', '-quantity']
const methods = ['email', 'sms', 'links', 'superhuggg', 'printable', 'inline-redeem']
const states: readonly GiftState[] = giftStates
const LAST_PAGE = 10_000 - 25

/** From those that find everything to those that find nothing; each as it may be typed. */
function words(ask: (text: string, world: World) => Asked): Question['ways'] {
  const of = (...texts: string[]) => each(texts, ask)
  return {
    'a first name': (world, round) => ask(pick(FIRST, round), world),
    ...of('a', 'ad', 'co', 'te', 'li', 'zz', 'chen', 'company', 'company3', 'birthday', 'christmas'),
    ...of('well done', 'thank you', 'thank', 'flat white', 'daisy', 'alice', 'ada birthday', 'nobodyatall'),
    ...of('ada company', 'spring campaign', 'PO-1', 'PO-100123', '0777', '+447700', 'ada ben', 'jack m'),
    ...of('happy birthday lovely day'),
    'a name': (world, round) => ask(pick(world.receivers, round).name, world),
    'a surname': (world, round) => ask(pick(world.receivers, round).name.split(' ')[1]!, world),
    'an address': (world, round) => ask(pick(world.receivers, round).email, world),
    'a short code': (world, round) => ask(pick(world.receivers, round).shortcode, world),
  }
}

const filtersOfGifts: Question[] = [
  { name: 'gifts: every order', ways: each(giftSorts, (sort) => gifts({ sort: by(sort) })) },
  { name: 'gifts: orders of programs', ways: each(moreSorts, (sort) => gifts({ sort: by(sort) })) },
  { name: 'gifts: last page', ways: each(giftSorts, (sort) => gifts({ sort: by(sort), from: LAST_PAGE })) },
  { name: 'gifts: every state', ways: each(states, (state) => gifts({ filters: { states: [state] } })) },
  {
    name: 'gifts: every state, by recipient',
    ways: each(states, (state) => gifts({ filters: { states: [state] }, sort: by('receiverName') })),
  },
  {
    name: 'gifts: every state, ending soonest',
    ways: each(states, (state) => gifts({ filters: { states: [state] }, sort: by('expiryDate') })),
  },
  {
    name: 'gifts: every state, latest change',
    ways: each(states, (state) => gifts({ filters: { states: [state] }, sort: by('-updatedAt') })),
  },
  { name: 'gifts: every delivery', ways: each(methods, (one) => gifts({ filters: { deliveryMethods: [one] } })) },
  {
    name: 'gifts: every delivery, by recipient',
    ways: each(methods, (one) => gifts({ filters: { deliveryMethods: [one] }, sort: by('receiverName') })),
  },
  {
    name: 'gifts: a month, every order',
    ways: each(giftSorts, (sort, _, round) =>
      gifts({ sort: by(sort), filters: { createdAt: { from: day(-31 - round * 20), to: day(-round * 20) } } }),
    ),
  },
  {
    name: 'gifts: a year, every order',
    ways: each(giftSorts, (sort) =>
      gifts({ sort: by(sort), filters: { createdAt: { from: day(-600), to: day(-235) } } }),
    ),
  },
  {
    name: 'gifts: the six of every day',
    aimMs: 50,
    ways: {
      newest: (_, round) => gifts({ size: 10, from: (round % 5) * 10 }),
      'state and dates': (_, round) =>
        gifts({
          filters: {
            statusIds: [pick([2, 3, 4, 5, 6], round)],
            createdAt: { from: day(-30 - round), to: day(-round) },
          },
        }),
      'a receiver': ({ receivers }, round) =>
        gifts({ text: round % 2 ? pick(receivers, round).name : pick(receivers, round).email }),
      'a purchase': ({ transactions }, round) => gifts({ filters: { transactionIds: [pick(transactions, round)] } }),
      'expiring next week': () =>
        gifts({
          filters: { expiryDate: { from: day(0), to: day(7) }, isViewed: false, statusIds: [1, 2] },
          sort: by('expiryDate'),
        }),
      'reason and product': ({ products }, round) =>
        gifts({
          filters: { reasonCodes: [pick(REASONS, round)], productIds: [pick(products, round)] },
          sort: by('-price'),
        }),
    },
  },
  {
    name: 'gifts: as programs filter',
    ways: {
      reason: (_, round) => gifts({ filters: { reasonCodes: [pick(REASONS, round)] } }),
      product: ({ products }, round) => gifts({ filters: { productIds: [pick(products, round)] } }),
      bounced: () => gifts({ filters: { deliveryStatuses: ['email-bounce'] } }),
      delivered: () => gifts({ filters: { deliveryStatuses: ['email-delivered'] } }),
    },
  },
]

const wordsOfGifts: Question[] = [
  { name: 'gifts: words', ways: words((text) => gifts({ text })) },
  { name: 'gifts: words, by recipient', ways: words((text) => gifts({ text, sort: by('receiverName') })) },
  { name: 'gifts: words, latest change', ways: words((text) => gifts({ text, sort: by('-updatedAt') })) },
  { name: 'gifts: words, redeemed', ways: words((text) => gifts({ text, filters: { states: ['redeemed'] } })) },
  { name: 'gifts: words, scheduled', ways: words((text) => gifts({ text, filters: { states: ['scheduled'] } })) },
  { name: 'gifts: words, last page', ways: words((text) => gifts({ text, from: LAST_PAGE })) },
]

const ofPurchases: Question[] = [
  { name: 'purchases: every order', ways: each(purchaseSorts, (sort) => purchases({ sort: by(sort) })) },
  { name: 'purchases: last page', ways: each(purchaseSorts, (sort) => purchases({ sort: by(sort), from: LAST_PAGE })) },
  { name: 'purchases: every state', ways: each(states, (state) => purchases({ filters: { states: [state] } })) },
  {
    name: 'purchases: every state, highest total',
    ways: each(states, (state) => purchases({ filters: { states: [state] }, sort: by('-saleTotal') })),
  },
  {
    name: 'purchases: every delivery',
    ways: each(methods, (one) => purchases({ filters: { deliveryMethods: [one] } })),
  },
  {
    name: 'purchases: tags',
    ways: each(['events', 'pilot', 'none'], (tag) => purchases({ filters: { tags: [tag] } })),
  },
  { name: 'purchases: words', ways: words((text) => purchases({ text })) },
  { name: 'purchases: words, highest total', ways: words((text) => purchases({ text, sort: by('-saleTotal') })) },
  {
    name: 'purchases: words, scheduled',
    ways: words((text) => purchases({ text, filters: { states: ['scheduled'] } })),
  },
  {
    name: 'a purchase’s gifts: every state',
    ways: each(states, (state, { busiest }) =>
      gifts({ size: 50, filters: { transactionIds: [busiest], states: [state] }, sort: by('createdAt') }),
    ),
  },
  {
    name: 'a purchase’s gifts: words',
    ways: words((text, { busiest }) =>
      gifts({ text, size: 50, filters: { transactionIds: [busiest] }, sort: by('createdAt') }),
    ),
  },
]

const other: Question[] = [
  {
    name: 'home',
    ways: {
      undelivered: () => gifts({ size: 50, filters: { states: ['not-delivered'] }, sort: by('-createdAt') }),
      'any purchase': () => purchases({ size: 1 }),
      movements: () => get('/v3/movements'),
      spending: () => get(`/v3/teams/${demo.teams.acme}/spending`),
      'spending of a month': (_, round) =>
        get(`/v3/teams/${demo.teams.acme}/spending?month=${day(-31 - 30 * round).slice(0, 7)}`),
      'own purchases': () => get(`/api/v2/report/transactions/user/${demo.users.acmeAdmin}?latest=7`),
      'own purchases of the month': () =>
        get(`/api/v2/report/transactions/user/${demo.users.acmeAdmin}?latest=7&since=${day(-30)}`),
    },
  },
  {
    name: 'past recipients: words',
    ways: {
      all: () => get('/v3/past-recipients'),
      texts: () => get('/v3/past-recipients?channel=sms'),
      ...each(REASONS, (reason) => get(`/v3/past-recipients?reasonCode=${encodeURIComponent(reason)}`)),
      ...words((text) => get(`/v3/past-recipients?text=${encodeURIComponent(text)}`)),
    },
  },
  {
    name: 'a wallet’s statement',
    ways: {
      newest: () => get(`/v3/wallets/${demo.wallets.acmeMain}/statement?limit=50`),
      'a month': (_, round) =>
        get(
          `/v3/wallets/${demo.wallets.acmeMain}/statement?limit=50&withPeriod=true&from=${day(-31 - 20 * round)}&to=${day(-20 * round)}`,
        ),
    },
  },
]

const ofConsole: Question[] = [
  { name: 'console: search', ways: words(search) },
  {
    name: 'console: search of keys',
    ways: each(
      [
        '250.00',
        '£1,250',
        'HG0000',
        'HG000012',
        '0712',
        '077001',
        'WB-123',
        '4567',
        'wb 012345/12',
        'INV-12',
        'ad',
        'PO-1001',
      ],
      search,
    ),
  },
  {
    name: 'console: messages',
    ways: {
      all: () => asConsole('/v3/operator/messages?limit=50'),
      ...each(['waiting', 'scheduled', 'sent', 'delivered', 'failed', 'cancelled', 'still-failed'], (state) =>
        asConsole(`/v3/operator/messages?limit=50&state=${state}`),
      ),
      ...Object.fromEntries(
        ['waiting', 'scheduled', 'sent', 'delivered', 'failed', 'cancelled', 'still-failed'].map((state) => [
          `${state}, a customer’s`,
          () => asConsole(`/v3/operator/messages?limit=50&state=${state}&teamId=${demo.teams.acme}`),
        ]),
      ),
      'to an address': ({ receivers }, round) =>
        asConsole(`/v3/operator/messages?limit=50&to=${encodeURIComponent(pick(receivers, round).email)}`),
    },
  },
  {
    name: 'console: lines of the bank',
    ways: {
      waiting: () => asConsole('/v3/operator/bank/lines'),
      settled: () => asConsole('/v3/operator/bank/lines?show=settled'),
      'settled, page 100': () => asConsole('/v3/operator/bank/lines?show=settled&page=100'),
      ...each(['250.00', '£1,250', '12', 'HG0000123', 'chen ltd', 'nowhere'], (q) =>
        asConsole(`/v3/operator/bank/lines?show=settled&q=${encodeURIComponent(q)}`),
      ),
    },
  },
  {
    name: 'console: a customer',
    ways: {
      page: () => asConsole(`/v3/operator/customers/${demo.teams.acme}`),
      purchases: () => asConsole(`/v3/operator/customers/${demo.teams.acme}/purchases?limit=50`),
    },
  },
  {
    name: 'awards',
    ways: {
      newest: () => asCouncil(''),
      ...each(['referred', 'issued', 'cashed', 'expired', 'declined'], (status) => asCouncil(`status=${status}`)),
      undelivered: () => asCouncil('undelivered=true'),
      'cannot be used': () => asCouncil('cannotUse=true'),
      'made alone': () => asCouncil('inBatch=false'),
      'made with others': () => asCouncil('inBatch=true'),
      'referred alone': () => asCouncil('status=referred&inBatch=false'),
      ...each(['ada', 'wb', 'wb-012345', 'chen', 'ls1', 'ls', 'ad', 'person12'], (text) =>
        asCouncil(`search=${encodeURIComponent(text)}`),
      ),
      ...each(['cashed', 'referred'], (status) => asCouncil(`search=ada&status=${status}`)),
    },
  },
]

/** A team's spending report reads every gift of its period. */
const reports: Question[] = [
  {
    name: 'spending of a year',
    aimMs: 1500,
    ways: each(['month', 'person', 'reason', 'wallet', 'product'], (one) =>
      get(`/v3/teams/${demo.teams.acme}/spending-report?by=${one}`),
    ),
  },
]

export const questions: Question[] = [
  ...filtersOfGifts,
  ...wordsOfGifts,
  ...ofPurchases,
  ...other,
  ...ofConsole,
  ...reports,
]
