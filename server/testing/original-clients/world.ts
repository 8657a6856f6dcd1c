import { demo } from '#server/app/demo/ids.ts'
import type { TestAnswer, TestApp, TestRequest } from '../app.ts'
import { createCardToken, testCard } from '../cards.ts'
import { samplePicture } from '../pictures.ts'

/** What clients of the original know as JSON, without types. */
// biome-ignore lint/suspicious/noExplicitAny: these programs have no types of ours
export type Json = any

/** One request of a program that was written for the original. */
export interface Sent extends TestRequest {
  method: string
  path: string
  /** Other statuses than success that are right. */
  or?: number[]
  /** What else must be true of the answer; '' where it is. */
  check?: (answer: TestAnswer) => string
}
export type Case = [name: string, send: () => Promise<Sent> | Sent]

export const ADMIN = 'admin@acme.test'
export const PASSWORD = 'posy-demo-2026'
export const KEY = 'key:demo-customer'
export const TILL = 'client:demo-till'
export const NEW_PASSWORD = 'a-long-compat-passphrase-77'
export const [B, T, H, O, P] = [
  '/v3/automated-budgets',
  '/api/v2/transactions',
  '/api/v2/hugggs',
  '/api/v2/orders',
  '/v3/printables',
] as const
export const webClient = { client_id: 'demo-web', client_secret: 'demo-web-secret' }
export const fromMain = { method: 'walletCommitment', reference: demo.wallets.acmeMain }
export const links = (extra: object = {}) => ({
  type: 'huggg',
  reference: demo.products.daisyGiftCard10,
  deliveryMethod: 'links',
  ...extra,
})
/** All requests of a run are within one business day. */
const NOW = Date.parse('2026-03-02T10:00:00Z')
export const day = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

export function pngForm(): FormData {
  const form = new FormData()
  form.append('file', samplePicture())
  return form
}

/** What the requests need of the world, made on the way and once. */
export function originalWorld(app: TestApp) {
  const known = new Map<string, Promise<Json>>()
  const once =
    <T>(name: string, make: () => Promise<T>) =>
    (): Promise<T> => {
      if (!known.has(name)) known.set(name, make())
      return known.get(name)!
    }
  const call = (method: string, path: string, options?: TestRequest) => app.request(method, path, options)
  const ok = async (answer: Promise<TestAnswer>): Promise<Json> => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.data ?? body
  }
  const get = (path: string, as = ADMIN) => ok(call('GET', path, { as }))
  const post = (path: string, body: object = {}, as = ADMIN) => ok(call('POST', path, { as, body }))
  /** A bought record with its gifts inside. */
  const buy = (purchase: object): Promise<Json> => post(`${T}?embed[]=hugggs`, { purchase, payment: fromMain })
  const mailedLink = async (email: string, part: RegExp): Promise<URL> => {
    await app.settle()
    const mails: Json[] = await ok(call('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`))
    return new URL(mails.flatMap(({ links }: Json) => links).find((link: string) => part.test(link)))
  }
  const readInviteToken = async (email: string): Promise<string> => {
    const link = await mailedLink(email, /join/)
    return link.searchParams.get('token') ?? link.hash.replace(/^#(token=)?/, '')
  }
  const acceptByMail = async (email: string): Promise<Json> => {
    const token = await readInviteToken(email)
    const { id } = await ok(call('GET', `/v3/team-invites/token/${encodeURIComponent(token)}`))
    const newUser = { firstName: 'Jo', surname: 'Iner', password: NEW_PASSWORD }
    return ok(call('POST', `/v3/team-invites/${id}/accept`, { body: { token, newUser } }))
  }
  const invite = (email: string, team: string = demo.teams.acme): Promise<Json> =>
    post(`/v3/teams/${team}/users/invites`, { type: 'participant', invites: [{ emailAddress: email }] })
  /** A person of our own, so that no demo account is changed. */
  const person = once('person', async () => {
    const email = 'own@acme.test'
    await invite(email)
    const { userId } = await acceptByMail(email)
    const body = { grant_type: 'password', ...webClient, username: email, password: NEW_PASSWORD }
    const { access_token } = await ok(call('POST', '/oauth/token', { body }))
    return { email, id: userId as string, as: access_token as string }
  })

  const budget = (extra: object = {}): Promise<Json> =>
    post(B, {
      name: 'Lunch',
      budgetAmount: 500,
      frequency: 'month',
      walletId: demo.wallets.acmeMain,
      ...extra,
    })
  const addTwoParticipants = ({ id }: Json): Promise<Json> =>
    post(`${B}/${id}/participants`, { participants: ['p1@acme.test', 'p2@acme.test'] })
  /** A live budget with one participant who has accepted and been funded. */
  const live = once('live', async () => {
    const { id } = await budget()
    await post(`${B}/${id}/participants`, { participants: ['joiner@acme.test'] })
    await post(`${B}/${id}/start`, { startNow: true })
    await acceptByMail('joiner@acme.test')
    await app.settle()
    const [p] = await get(`${B}/${id}/participants`)
    return { b: await get(`${B}/${id}`), p }
  })
  const cardToken = (number: string = testCard.approved) => createCardToken(app, number)
  const charge = async (extra: object = {}): Promise<Json> =>
    post('/api/v2/charges', { amount: 1000, token: await cardToken(), ...extra })
  const template = once('template', async () => {
    const [first] = await get(`${P}/templates?productId=${demo.products.daisyGiftCard10}`)
    return first
  })
  return {
    app,
    call,
    ok,
    get,
    post,
    buy,
    mailedLink,
    readInviteToken,
    acceptByMail,
    invite,
    person,
    budget,
    addTwoParticipants,
    live,
    cardToken,
    charge,
    template,
    purchase: once('purchase', () => buy(links({ quantity: 4, title: 'For the team' }))),
    gift: async (): Promise<Json> => (await buy(links())).embedded.hugggs[0],
    shareable: once('shareable', () => buy({ type: 'superhuggg', reference: demo.products.daisyGiftCard10, limit: 2 })),
    order: (extra: object = {}): Promise<Json> =>
      post(O, {
        type: 'huggg',
        productId: demo.products.daisyGiftCard10,
        quantity: 1,
        deliveryMethod: 'links',
        ...extra,
      }),
    card: once('card', async () => {
      await charge({ storeCard: true })
      const [first] = await get('/api/v2/cards')
      return first
    }),
    invoice: once('invoice', async () => {
      const { id } = await post(T, { purchase: links(), payment: { method: 'invoice' } })
      return get(`${T}/${id}/receipt`)
    }),
    printed: once('printed', () => buy(links({ deliveryMethod: 'printable', quantity: 2 }))),
    logo: once('logo', () => ok(call('POST', `${P}/logos`, { as: ADMIN, body: pngForm() }))),
    theme: once('theme', () =>
      post('/v3/themes/model/upsert', { name: 'Spring', brandingId: 'default', giftwrapId: 'fern' }),
    ),
  }
}
export type World = ReturnType<typeof originalWorld>
