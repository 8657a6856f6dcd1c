import fc from 'fast-check'
import { sql } from 'kysely'
import { demo } from '#server/app/demo/ids.ts'
import { receiveBankPayment } from '#server/domains/wallets/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import type { TestApp } from './app.ts'
import { acceptAsNew, newAddress, someNewUser } from './invites.ts'

const admin = 'admin@acme.test'
const till = 'client:demo-till'
const addresses = ['ada@friends.test', 'ben@friends.test', 'cho@friends.test', 'dee@friends.test']

const pick = fc.nat(1_000)
const buying = fc.record({
  do: fc.constant('buy' as const),
  who: pick,
  how: fc.constantFrom('email', 'email', 'links', 'later'),
  count: fc.integer({ min: 1, max: 3 }),
  to: pick,
  reason: fc.constantFrom('Thank you', 'New client', undefined),
  product: fc.constantFrom(demo.products.daisyFlatWhite, demo.products.daisyGiftCard10),
  expiresIn: fc.constantFrom(undefined, 5, 20),
})
const others = [
  'cancel',
  'mark-sent',
  'take-back',
  'open',
  'redeem',
  'redeem',
  'undo',
  'correct',
  'file-again',
  'withdraw',
  'leave',
  'join',
  'pause',
  'bank',
  'run',
  'refunds',
] as const
const other = fc.record({ do: fc.constantFrom(...others), who: pick })
const passing = fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 20, 75, 400) })
const stopping = fc.record({ do: fc.constant('stop' as const) })

/** What people do with a budget, in any order; what is not possible when its turn comes is left out. */
export const anyHistory = fc.record({
  action: fc.constantFrom('reset', 'rollover'),
  acts: fc.array(
    fc.oneof(
      { arbitrary: buying, weight: 6 },
      { arbitrary: other, weight: 8 },
      { arbitrary: passing, weight: 4 },
      { arbitrary: stopping, weight: 1 },
    ),
    { minLength: 8, maxLength: 30 },
  ),
})
export type History = typeof anyHistory extends fc.Arbitrary<infer H> ? H : never
type Act = History['acts'][number]

interface Member {
  id: string
  email: string
  walletId: string | null
}

/** One budget and the people who use it, through the API. */
class Play {
  readonly #app: TestApp
  readonly #id: string

  constructor(app: TestApp, id: string) {
    this.#app = app
    this.#id = id
  }

  /** The answer's data, or null where it was refused. */
  async #try(method: string, path: string, body?: unknown, as = admin) {
    const answer = await this.#app.request(method, path, { as, body })
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.status < 300 ? answer.body.data : null
  }
  #budget(method: string, path: string, body?: unknown) {
    return this.#try(method, `/v3/automated-budgets/${this.#id}${path}`, body)
  }

  async #member(who: number): Promise<Member | undefined> {
    const members: Member[] = await this.#budget('GET', '/participants?limit=100')
    return members[who % members.length]
  }
  async #gift(who: number) {
    const { rows } = await sql<{ id: string; shortcode: string; transaction: string }>`
      select huggg.id, shortcode, transaction_id as transaction from huggg join wallet on wallet.id = huggg.wallet_id
      where wallet.automation_id = ${this.#id} order by huggg.id`.execute(this.#app.posy.db)
    return rows[who % rows.length]
  }

  async join(): Promise<void> {
    const email = newAddress()
    const [added] = (await this.#budget('POST', '/participants', { participants: [email] })) ?? []
    const invite = (await this.#budget('GET', '/participants?limit=100')).find(
      (each: Member & { inviteId: string | null }) => each.id === added?.id,
    )?.inviteId
    if (invite) await acceptAsNew(this.#app, invite, { newUser: { ...someNewUser, password: 'posy-demo-2026' } })
    await this.#app.settle()
  }

  async #buy(act: Extract<Act, { do: 'buy' }>): Promise<void> {
    const member = await this.#member(act.who)
    if (!member?.walletId) return
    const now = this.#app.posy.clock.now()
    const isLinks = act.how === 'links'
    const purchase = {
      type: 'bulkHugggs',
      reference: act.product,
      reasonCode: act.reason,
      ...(isLinks
        ? { deliveryMethod: 'links', quantity: act.count }
        : { receivers: addresses.slice(act.to % 3, (act.to % 3) + act.count).map((email) => ({ email })) }),
      ...(act.how === 'later' ? { sendDate: now.add({ hours: 30 }).toString() } : {}),
      ...(act.expiresIn ? { expiry: now.add({ hours: 24 * act.expiresIn }).toString() } : {}),
    }
    const payment = { method: 'walletCommitment', reference: member.walletId }
    await this.#try('POST', '/api/v2/transactions', { purchase, payment }, member.email)
    await this.#app.settle()
  }

  readonly #gifts: Record<string, (gift: { id: string; shortcode: string; transaction: string }) => Promise<unknown>> =
    {
      cancel: ({ id }) => this.#try('POST', `/api/v2/hugggs/${id}/cancel`),
      'mark-sent': ({ id }) => this.#try('POST', `/api/v2/huggg/${id}/toggleSent`, { is_preview: false }),
      'take-back': ({ id }) => this.#try('POST', `/api/v2/huggg/${id}/toggleSent`, { is_preview: false }),
      open: ({ shortcode }) => this.#try('POST', `/public/gifts/${shortcode}/open`, {}),
      redeem: ({ shortcode }) =>
        this.#try(
          'POST',
          `/api/v2/hugggs/${shortcode}/redemptions`,
          { location_id: demo.stores.daisyCoffeeLeeds },
          till,
        ),
      undo: ({ id }) => this.#try('PATCH', `/api/v2/hugggs/${id}/redemptions/latest`, { redeemed: false }, till),
      correct: ({ id }) => this.#try('PATCH', `/api/v2/hugggs/${id}`, { receiver: { email: 'eve@friends.test' } }),
      'file-again': ({ transaction }) =>
        this.#try('PATCH', `/api/v2/transactions/${transaction}`, { reason_code: 'Wellbeing' }),
    }

  readonly #members: Record<string, (member: Member) => Promise<unknown>> = {
    withdraw: ({ id }) => this.#budget('POST', `/participants/${id}/withdrawals`, { amount: 150 }),
    leave: ({ id }) => this.#budget('DELETE', '/participants', { participantIds: [id] }),
    pause: ({ id }) => this.#budget('PATCH', '/participants', { participantIds: [id], status: 'inactive' }),
    bank: async ({ walletId }) => walletId && this.#pay(walletId),
  }

  async #pay(walletId: string): Promise<void> {
    const { reference } = await this.#app.posy.db
      .selectFrom('wallet')
      .select('reference')
      .where('id', '=', walletId)
      .executeTakeFirstOrThrow()
    const bankLine = crypto.randomUUID()
    await transact(this.#app.posy, { actor: operatorActor }, (work) =>
      receiveBankPayment(work, { bankLine, reference, amountPence: 333 }),
    )
  }

  async act(act: Act): Promise<void> {
    if (act.do === 'buy') return this.#buy(act)
    if (act.do === 'wait') return this.#app.advance(`PT${act.hours}H`)
    if (act.do === 'stop' || act.do === 'run') {
      await this.#budget('POST', act.do === 'run' ? '/runs' : '/stop')
      return this.#app.settle()
    }
    if (act.do === 'join') return this.join()
    if (act.do === 'refunds') return setRefunds(this.#app, act.who % 2 === 0)
    const onMember = this.#members[act.do]
    const member = onMember && (await this.#member(act.who))
    if (member) await onMember(member)
    const onGift = this.#gifts[act.do]
    const gift = onGift && (await this.#gift(act.who))
    if (gift) await onGift(gift)
    await this.#app.settle()
  }
}

/** Whether expired gifts are paid back to the team. */
async function setRefunds(app: TestApp, on: boolean): Promise<void> {
  const permissions = on ? ['refund-huggg-expirations'] : []
  await sql`update role set permissions = ${permissions}::text[] where name = 'expiry-refunds'`.execute(app.posy.db)
}

/** Makes a weekly budget of Acme's with three people and lives through a history. @returns the budget's id */
export async function playHistory(app: TestApp, { action, acts }: History): Promise<string> {
  const answer = await app.request('POST', '/v3/automated-budgets', {
    as: admin,
    body: {
      name: 'Thanks',
      budgetAmount: 2_000,
      frequency: 'week',
      unspentParticipantBalanceAction: action,
      deliveryMethods: ['email', 'links'],
      walletId: demo.wallets.acmeMain,
    },
  })
  const { id } = answer.body.data
  await app.request('POST', `/v3/automated-budgets/${id}/start`, { as: admin, body: {} })
  await app.settle()
  const play = new Play(app, id)
  for (let people = 0; people < 3; people++) await play.join()
  for (const act of acts) await play.act(act)
  await setRefunds(app, true)
  return id
}
