import { demo } from '#server/app/demo/ids.ts'
import { ADMIN, B, type Case, H, O, type Sent, T, type World } from './world.ts'

const EMBEDS = 'embed[]=hugggs&embed[]=message&embed[]=purchase&embed[]=purchase.brand'
const USER = demo.users.acmeAdmin
const TEAM = `/api/v2/teams/${demo.teams.acme}`
const CARD = demo.products.daisyGiftCard10

const rows =
  (count: number): NonNullable<Sent['check']> =>
  ({ body }) =>
    body.data?.length === count ? '' : `${body.data?.length} rows`
const isEmbedded: Sent['check'] = ({ body }) => (body.data?.embedded?.purchase ? '' : 'nothing embedded')

const get = (name: string, path: string | (() => Promise<string>), check?: Sent['check']): Case => [
  name,
  async () => ({
    as: ADMIN,
    method: 'GET',
    path: typeof path === 'function' ? await path() : path,
    ...(check && { check }),
  }),
]

/** Every read of v2 takes what programs ask of all of them. */
const embedding = ({ purchase, order, shareable, get }: World): [string, (() => Promise<string>) | string][] => [
  ['hugggs/{id}', async () => `${H}/${(await purchase()).embedded.hugggs[0].id}`],
  ['transactions/{id}', async () => `${T}/${(await purchase()).id}`],
  ['transactions/{id}/hugggs', async () => `${T}/${(await purchase()).id}/hugggs`],
  ['transactions/{id}/receipt', async () => `${T}/${(await purchase()).id}/receipt`],
  ['orders', O],
  ['orders/{id}', async () => `${O}/${(await order()).id}`],
  ['cards', '/api/v2/cards'],
  ['plans/{id}', `/api/v2/plans/${demo.plans.enterprise}`],
  ['products/{id}/segments', `/api/v2/products/${demo.products.choiceOfGift10}/segments`],
  ['report/transactions/user/{id}', `/api/v2/report/transactions/user/${USER}`],
  ['report/balances/user/{id}', `/api/v2/report/balances/user/${USER}`],
  [
    'super-hugggs/{id}',
    async () => `/api/v2/super-hugggs/${(await get(`${T}/${(await shareable()).id}`)).super_url_id}`,
  ],
  ['teams/{id}', TEAM],
  ['teams/{id}/users', `${TEAM}/users`],
  ['teams/{id}/admins', `${TEAM}/admins`],
  ['teams/{id}/invoices', `${TEAM}/invoices`],
  ['teams/{id}/wallets', `${TEAM}/wallets`],
  ['teams/invites/search', '/api/v2/teams/invites/search'],
  ['transaction/top-ups/{userId}', `/api/v2/transaction/top-ups/${USER}`],
  ['user/{id}/wallets', `/api/v2/user/${USER}/wallets`],
  ['auth/me', '/api/v2/auth/me'],
  ['brands', '/api/v2/brands'],
]

export const queriesCases = (world: World): Case[] => [
  ...embedding(world).map(([name, path]) =>
    get(`${name} with embed[]`, async () => `${typeof path === 'string' ? path : await path()}?${EMBEDS}`),
  ),
  get(
    'embed=a&embed=b',
    async () => `${H}/${(await world.purchase()).embedded.hugggs[0].id}?embed=message&embed=purchase`,
    isEmbedded,
  ),
  get(
    'embed[0]=a&embed[1]=b',
    async () => `${H}/${(await world.purchase()).embedded.hugggs[0].id}?embed[0]=message&embed[1]=purchase`,
    isEmbedded,
  ),
  get(
    'product-voucher-segments?ids=a&ids=b',
    async () => {
      const segments: { id: string }[] = await world.get(`/api/v2/products/${demo.products.choiceOfGift10}/segments`)
      const ids = segments.slice(0, 2).map(({ id }) => `ids=${id}`)
      return `/v3/product-voucher-segments?${ids.join('&')}`
    },
    rows(2),
  ),
  get('products?filter[id][]=a&limit=1', `/v3/products?filter[id][]=${CARD}&limit=1`, rows(1)),
  get(
    'products?filter[id]=a&filter[id]=b&limit=2',
    `/v3/products?filter[id]=${CARD}&filter[id]=${demo.products.daisyFlatWhite}&limit=2`,
    rows(2),
  ),
  get('automated-budgets?limit=2', `${B}?limit=2`),
  get('automated-budgets?limit=2&offset=0', `${B}?limit=2&offset=0`),
  get('orders?page=1&per_page=2', `${O}?page=1&per_page=2`),
  get('orders?limit=2&page=1', `${O}?limit=2&page=1`),
  get('transactions/{id}/hugggs by page', async () => `${T}/${(await world.purchase()).id}/hugggs?page=1&per_page=2`),
  get(
    'transactions/{id}/hugggs?page=1&limit=2',
    async () => `${T}/${(await world.purchase()).id}/hugggs?page=1&limit=2`,
  ),
  get('report/balances?forceRefresh=true', `/api/v2/report/balances/user/${USER}?forceRefresh=true`),
  get('super-hugggs/{id}?platform=app', async () => {
    const { super_url_id } = await world.get(`${T}/${(await world.shareable()).id}`)
    return `/api/v2/super-hugggs/${super_url_id}?platform=app`
  }),
  get('printables/templates?productId=…', `/v3/printables/templates?productId=${CARD}`),
  get('integrations?category=hris', '/v3/integrations/linked-accounts/integrations?category=hris'),
  get('execution-dates', async () => `${B}/${(await world.budget()).id}/execution-dates`),
  get('taxonomies/slug/gift-cards', '/v3/taxonomies/slug/gift-cards'),
  get('a cache-buster on any GET', '/v3/features?_=1'),
  get('auth/me/ with a slash', '/api/v2/auth/me/'),
]
