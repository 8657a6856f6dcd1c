import { demo } from '#server/app/demo/ids.ts'
import { eventually } from './eventually.ts'
import type { Posy } from './posy.ts'

export const ADMIN = 'admin@acme.test'
const PASSWORD = 'posy-demo-2026'

/** Says what was refused: a history that did not happen proves nothing. */
const ask =
  (posy: Pick<Posy, 'call'>) =>
  async (method: string, path: string, body?: unknown, token?: string): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await posy.call(method, path, { body, ...(token && { token }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body.data
  }

interface Bought {
  id: string
  hugggs: { id: string }[]
}

/** A budget that three people buy from for three whole months; months that are over, the first first, in pence. */
export async function busyBudget(
  posy: Pick<Posy, 'call' | 'signIn'>,
): Promise<{ id: string; months: { month: string; invoiced: number; credited: number }[] }> {
  const call = ask(posy)
  const now = new Date((await call('GET', '/sandbox/clock')).now)
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 9))
  await call('POST', '/sandbox/clock', { to: start.toISOString() })
  const admin = () => posy.signIn(ADMIN)
  const root = '/v3/automated-budgets'
  const { id } = await call(
    'POST',
    root,
    {
      name: 'Spring thanks',
      budgetAmount: 10_000,
      frequency: 'month',
      unspentParticipantBalanceAction: 'rollover',
      maximumHugggExpiryDays: 365,
    },
    await admin(),
  )
  const people = ['ann', 'ben', 'cat'].map((name) => `${name}@posies.test`)
  await call('POST', `${root}/${id}/participants`, { participants: people }, await admin())
  await call('POST', `${root}/${id}/start`, {}, await admin())
  for (const email of people) await accept(posy, email)
  const joined = await eventually(async () => {
    const all = await call('GET', `${root}/${id}/participants`, undefined, await admin())
    return all.every(({ available }: { available: number }) => available === 10_000) ? all : undefined
  })
  const findWalletId = (email: string) => joined.find((each: { email: string }) => each.email === email).walletId

  const buy = async (who: number, product: keyof typeof demo.products, quantity: number): Promise<Bought> => {
    const email = people[who]!
    const receivers = Array.from({ length: quantity }, (_, index) => ({ email: `friend${index}@friends.test` }))
    const bought = await call(
      'POST',
      '/api/v2/transactions?embed[]=hugggs',
      {
        purchase: { type: 'bulkHugggs', reference: demo.products[product], receivers, reasonCode: 'Thank you' },
        payment: { method: 'walletCommitment', reference: findWalletId(email) },
      },
      await posy.signIn(email),
    )
    return { id: bought.id, hugggs: bought.embedded.hugggs }
  }
  const cancel = async ({ hugggs }: Bought) => call('POST', `/api/v2/hugggs/${hugggs[0]!.id}/cancel`, {}, await admin())
  const monthPasses = () => call('POST', '/sandbox/clock', { advance: 'P1M' })

  // A flat white is £3.90 with its fee and VAT, a gift card £10.60.
  const first = await buy(0, 'daisyFlatWhite', 3)
  const cards = await buy(1, 'daisyGiftCard10', 2)
  await buy(2, 'daisyFlatWhite', 1)
  await cancel(first)
  await monthPasses()
  await buy(0, 'daisyFlatWhite', 4)
  await buy(1, 'daisyGiftCard10', 1)
  await cancel(cards)
  await monthPasses()
  await buy(2, 'daisyFlatWhite', 5)
  await monthPasses()
  const month = (offset: number) =>
    new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + offset, 1)).toISOString().slice(0, 7)
  return {
    id,
    months: [
      { month: month(0), invoiced: 3680, credited: 390 },
      { month: month(1), invoiced: 2620, credited: 1060 },
      { month: month(2), invoiced: 1950, credited: 0 },
    ],
  }
}

/** Someone new takes part, by the link that was mailed to them. */
export async function accept(posy: Pick<Posy, 'call'>, email: string): Promise<void> {
  const call = ask(posy)
  const token = await eventually(async () => {
    const mails: { links: string[] }[] = await call('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`)
    const link = mails.flatMap(({ links }) => links).find((each) => each.includes('/join?'))
    return link && (new URL(link).searchParams.get('token') ?? undefined)
  })
  const invite = await call('GET', `/v3/team-invites/token/${token}`)
  const newUser = { firstName: email.slice(0, 3), surname: 'Posies', password: PASSWORD }
  await call('POST', `/v3/team-invites/${invite.id}/accept`, { token, newUser })
}
