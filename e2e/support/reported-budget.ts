import { londonDate, Temporal } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { accept } from './busy-budget.ts'
import { eventually } from './eventually.ts'
import type { Posy } from './posy.ts'

export interface Happened {
  /** In London. */
  day: string
  who: string
  /** Paid, or negative come back. */
  pence: number
  sent: number
  redeemed: number
  reason: string
}

export interface ReportedBudget {
  id: string
  /** Everything that happened, as the answers told. */
  history: Happened[]
  /** When it began, and the business clock's day when it was over. */
  began: string
  today: string
}

const ADMIN = 'admin@acme.test'
const SENDERS = ['ann@acme.test', 'bob@acme.test', 'cat@acme.test', 'dan@acme.test']
const IDLE = 'eve@acme.test'
const INVITED = 'fay@acme.test'
const REASONS = ['Thank you', 'Work anniversary', 'New client']

/** Three months of a budget that is used: four send, more each than the one before; one only joins, one never answers. */
export async function reportedBudget(posy: Pick<Posy, 'call' | 'signIn' | 'clientToken'>): Promise<ReportedBudget> {
  const ok = async (who: string, method: string, path: string, body?: object) => {
    const token = who === 'till' ? await posy.clientToken('demo-till') : await posy.signIn(who)
    const answer = await posy.call(method, path, { token, ...(body ? { body } : {}) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body.data
  }
  const today = async () => londonDate(Temporal.Instant.from((await ok(ADMIN, 'GET', '/sandbox/clock')).now)).toString()
  const root = '/v3/automated-budgets'
  const began = await today()
  const { id } = await ok(ADMIN, 'POST', root, {
    name: 'Thank-you fund',
    budgetAmount: 12_000,
    frequency: 'month',
    unspentParticipantBalanceAction: 'rollover',
    walletId: demo.wallets.acmeMain,
    // Links too, so that the answers tell what a till takes.
    deliveryMethods: ['email', 'links'],
    // Nothing expires meanwhile.
    maximumHugggExpiryDays: 365,
  })
  await ok(ADMIN, 'POST', `${root}/${id}/participants`, { participants: [...SENDERS, IDLE, INVITED] })
  await ok(ADMIN, 'POST', `${root}/${id}/start`, {})
  const people: { email: string; walletId: string }[] = []
  for (const email of [...SENDERS, IDLE]) await accept(posy, email)
  await eventually(async () => {
    const found = await ok(ADMIN, 'GET', `${root}/${id}/participants?status=active`)
    people.splice(0, people.length, ...found)
    return found.length === SENDERS.length + 1 && found.every((each: { available: number }) => each.available)
      ? true
      : undefined
  })

  const history: Happened[] = []
  const buy = async (who: string, walletId: string, turn: number) => {
    const reason = REASONS[turn % REASONS.length]!
    const receivers = [0, 1].map((friend) => ({ email: `friend${(turn * 2 + friend) % 11}@friends.test` }))
    const bought = await ok(who, 'POST', '/api/v2/transactions?embed[]=hugggs', {
      purchase: { type: 'bulkHugggs', reference: demo.products.daisyGiftCard10, receivers, reasonCode: reason },
      payment: { method: 'walletCommitment', reference: walletId },
    })
    const [first, second] = bought.embedded.hugggs as { id: string; shortcode: string }[]
    const day = await today()
    // Sent by a job, some moments later, on the same day of the business clock.
    await eventually(async () => {
      const { status_id } = await ok(ADMIN, 'GET', `/api/v2/hugggs/${second!.id}`)
      return status_id === 2 ? true : undefined
    })
    await ok('till', 'POST', `/api/v2/hugggs/${first!.shortcode}/redemptions`, {
      location_id: demo.stores.daisyCoffeeLeeds,
    })
    history.push({ day, who, pence: bought.sale_total, sent: 2, redeemed: 1, reason })
    return { cancellable: second!.id, paid: bought.sale_total / 2 }
  }
  let turn = 0
  for (const month of [0, 1, 2]) {
    if (month > 0) await ok(ADMIN, 'POST', '/sandbox/clock', { advance: 'P1M' })
    let last: { cancellable: string; paid: number } | null = null
    for (const [place, who] of SENDERS.entries())
      for (let times = 0; times <= place; times++)
        last = await buy(who, people.find(({ email }) => email === who)!.walletId, turn++)
    // One does not like what they sent last.
    await ok(ADMIN, 'POST', `/api/v2/hugggs/${last!.cancellable}/cancel`)
    history.push({ day: await today(), who: SENDERS[3]!, pence: -last!.paid, sent: 0, redeemed: 0, reason: '' })
  }
  return { id, history, began, today: await today() }
}
