import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { londonDate, Temporal, toInstant } from '#kit/time.ts'
import { demo } from '#server/app/demo/ids.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { loadSpent } from '#server/domains/budgets/participants/spent.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { anyHistory, type History, playHistory } from '#server/testing/budget-history.ts'

let app: TestApp
beforeAll(async () => {
  // The clocks go forward on 29 March.
  app = await startTestApp({ now: '2026-03-20T09:00:00Z' })
})
afterAll(() => app.close())

interface Entry {
  transfer: string
  transferKind: string
  at: Date
  account: 'available' | 'committed' | 'locked' | 'receivable'
  wallet: string | null
  pence: number
}
interface Happening {
  gift: string
  wallet: string
  at: Date
  to: number
}
interface Gift {
  wallet: string
  reason: string | null
  face: number
  cost: number
  contact: string | null
}
interface Person {
  id: string
  wallet: string | null
  asked: Date
  accepted: Date | null
  left: Date | null
}

/** The ledger's entries and the gifts' events that concern a budget, and who took part. */
async function loadBooks(id: string) {
  const { db } = app.posy
  const rows = async <T>(query: ReturnType<typeof sql>) => (await query.execute(db)).rows as T[]
  const entries = await rows<Entry>(sql`
    select t.id as transfer, t.kind as "transferKind", t.occurred_at as at, a.kind as account, a.wallet_id as wallet, e.amount as pence
    from ledger_transfer t join ledger_entry e on e.transfer_id = t.id join ledger_account a on a.id = e.account_id
    where not a.platform and t.id in (select x.transfer_id from ledger_entry x join ledger_account o on o.id = x.account_id
      join wallet w on w.id = o.wallet_id where w.automation_id = ${id}) order by t.number`)
  const events = await rows<Happening>(sql`
    select e.huggg_id as gift, h.wallet_id as wallet, e.at, e.to_id as to from huggg_event e join huggg h on h.id = e.huggg_id
    join wallet w on w.id = h.wallet_id where w.automation_id = ${id} order by e.id`)
  const gifts = await rows<Gift & { id: string }>(sql`
    select h.id, h.wallet_id as wallet, t.reason_code as reason, h.face_pence as face, h.face_pence + h.fee_pence + h.fee_vat_pence as cost, r.email as contact
    from huggg h join transaction t on t.id = h.transaction_id join wallet w on w.id = h.wallet_id left join recipient r on r.id = h.recipient_id
    where w.automation_id = ${id}`)
  const people = await rows<Person>(sql`
    select id, wallet_id as wallet, created_at as asked, accepted_at as accepted, deleted_at as left
    from automated_budget_participant where budget_id = ${id}`)
  const [budget] = await rows<{ ended: Date | null }>(
    sql`select ended_at as ended from automated_budget where id = ${id}`,
  )
  return { entries, events, gifts: new Map(gifts.map((gift) => [gift.id, gift])), people, ended: budget!.ended }
}
type Books = Awaited<ReturnType<typeof loadBooks>>

const londonDay = (at: Date) => londonDate(toInstant(at)).toString()
const total = <T>(items: Iterable<T>, of: (item: T) => number) => [...items].reduce((sum, item) => sum + of(item), 0)
const GIFTS = ['purchase', 'redemption', 'redemption-undo', 'issuer-fetch', 'cancellation', 'expiry', 'breakage']

/** The day each gift went to its recipient, and the day it was used, as its events tell one after the other. */
function daysOfGifts({ events }: Books) {
  const days = new Map<string, { sent: string | null; used: string | null }>()
  for (const { gift, at, to } of events) {
    const day = days.get(gift) ?? { sent: null, used: null }
    days.set(gift, day)
    if ([1, 8].includes(to)) day.sent = null
    if ([2, 3, 4, 9].includes(to)) day.sent ??= londonDay(at)
    if (to === 4) day.used ??= londonDay(at)
    else day.used = null
  }
  return [...days]
}

/** Every report, worked out from the books one entry and one event at a time. */
function recompute(books: Books, from: string, until: string) {
  const { people, gifts, ended } = books
  const wallets = new Set(people.flatMap(({ wallet }) => wallet ?? []))
  const within = (day: string | null) => day !== null && day >= from && day < until
  const own = books.entries.filter(({ wallet }) => wallet && wallets.has(wallet))
  const available = own.filter(({ account }) => account === 'available')
  const live = own.filter(({ account }) => account !== 'available')
  const balance = (entries: Entry[], before: string) =>
    total(entries, ({ at, pence }) => (londonDay(at) < before ? pence : 0))
  const during = (entries: Entry[], kinds: string[]) =>
    entries.filter(({ at, transferKind }) => within(londonDay(at)) && kinds.includes(transferKind))

  // No matter whose gift it is, money is paid from a wallet, and comes back to it or past it.
  const paid = during(books.entries, GIFTS).filter(({ account }) => account === 'available' || account === 'receivable')
  const ownerByTransfer = new Map(
    own.filter(({ account }) => account === 'committed').map(({ transfer, wallet }) => [transfer, wallet!]),
  )
  const spentBy = new Map<string, number>()
  for (const { transfer, pence } of paid) {
    const owner = ownerByTransfer.get(transfer)!
    spentBy.set(owner, (spentBy.get(owner) ?? 0) - pence)
  }
  const runs = during(available, ['budget-run'])
  const past = paid.filter(({ wallet }) => !wallets.has(wallet!))

  const days = daysOfGifts(books)
  const sent = days.filter(([, day]) => within(day.sent)).map(([id]) => gifts.get(id)!)
  const bonds = new Map<string, number>()
  for (const { wallet } of sent) bonds.set(wallet, (bonds.get(wallet) ?? 0) + 1)
  const reasons = Map.groupBy(sent, ({ reason }) => reason)
  const invited = people.filter(({ asked, left }) => londonDay(asked) < until && (!left || londonDay(left) >= from))
  const active = invited.filter(
    ({ accepted }) => accepted && londonDay(accepted) < until && (!ended || londonDay(ended) >= from),
  )
  const engaged = active.filter(({ wallet }) => bonds.has(wallet!))
  const lastActive = ({ wallet, accepted }: Person) => {
    const bought = available
      .filter((entry) => entry.wallet === wallet && entry.transferKind === 'purchase')
      .map(({ at }) => at)
    const moments = [...bought, accepted].filter((at) => at && within(londonDay(at))).map((at) => at!.toISOString())
    return moments.sort().at(-1) ?? null
  }
  const shown = (figures: Map<string, unknown>) =>
    people.filter((person) => invited.includes(person) || (person.wallet && figures.has(person.wallet)))
  const active_ = new Map(people.flatMap((person) => (lastActive(person) ? [[person.wallet!, 0] as const] : [])))
  const byPerson = <T>(figures: Map<string, T>, of: (person: Person) => unknown) =>
    new Map(shown(figures).map((person) => [person.id, of(person)]))
  return {
    funding: {
      currency: 'GBX',
      openingAvailable: balance(available, from),
      openingLive: balance(live, from),
      totalAvailable: balance(available, until),
      totalLive: balance(live, until),
      totalTransferred: total(runs, ({ pence }) => Math.max(0, pence)),
      totalReturned:
        total(runs, ({ pence }) => Math.max(0, -pence)) -
        total(during(available, ['budget-unlock']), ({ pence }) => pence) +
        total(past, ({ pence }) => pence),
      totalSpent: total(paid, ({ pence }) => -pence),
      totalOther: total(during(available, ['bank-top-up', 'wallet-transfer']), ({ pence }) => pence),
    },
    gifts: {
      currency: 'GBX',
      totalSent: sent.length,
      totalRedeemed: days.filter(([, day]) => within(day.used)).length,
      averagePrice: total(sent, ({ face }) => face) / (sent.length || 1),
      uniqueRecipients: new Set(sent.flatMap(({ contact }) => contact ?? [])).size,
    },
    reasons: new Map(
      [...reasons].map(([reason, some]) => [reason, { count: some.length, value: total(some, ({ cost }) => cost) }]),
    ),
    participants: {
      numActiveParticipants: active.length,
      numInvitedParticipants: invited.length,
      numSenders: people.filter(({ wallet }) => wallet && bonds.has(wallet)).length,
      engagementRate: active.length ? engaged.length / active.length : 0,
    },
    bonds: byPerson(bonds, ({ wallet }) => bonds.get(wallet ?? '') ?? 0),
    spent: byPerson(spentBy, ({ wallet }) => spentBy.get(wallet ?? '') ?? 0),
    lastActive: byPerson(active_, lastActive),
  }
}

const report = async (id: string, name: string, query: string) => {
  const path = `/v3/automated-budgets/${id}/reports/${name}?${query}`
  const answer = await app.request('GET', path, { as: 'admin@acme.test' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const byId = (rows: Record<string, unknown>[], figure: string) =>
  new Map(rows.map((row) => [row.participantId, row[figure]]))

const shiftDay = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

/** From one day up to another, which is left out here and is not in the request. */
async function compare(id: string, books: Books, from: string, until: string): Promise<void> {
  const query = `from=${from}&until=${shiftDay(until, -1)}`
  const expected = recompute(books, from, until)
  const funding = await report(id, 'funding', query)
  expect(funding).toEqual(expected.funding)
  const { openingAvailable, totalTransferred, totalOther, totalReturned, totalSpent, totalAvailable } = funding
  expect(openingAvailable + totalTransferred + totalOther - totalReturned - totalSpent).toBe(totalAvailable)

  const gifts = await report(id, 'gifts', query)
  expect({ ...gifts, averagePrice: 0 }).toEqual({ ...expected.gifts, averagePrice: 0 })
  expect(Math.abs(gifts.averagePrice - expected.gifts.averagePrice)).toBeLessThanOrEqual(0.5)
  const reasons = await report(id, 'gifting-reasons', query)
  expect(
    new Map(
      reasons.map((each: { reasonCode: string; numberOfHugggs: number; totalValue: number }) => [
        each.reasonCode,
        { count: each.numberOfHugggs, value: each.totalValue },
      ]),
    ),
  ).toEqual(expected.reasons)
  const participants = await report(id, 'participants', query)
  expect({ ...participants, engagementRate: 0 }).toEqual({ ...expected.participants, engagementRate: 0 })
  expect(participants.engagementRate).toBeCloseTo(expected.participants.engagementRate, 4)

  const bonds = await report(id, 'bonds-created', query)
  expect(byId(bonds, 'bondsCreated')).toEqual(expected.bonds)
  expect(byId(await report(id, 'participants/total-spent', query), 'totalSpent')).toEqual(expected.spent)
  expect(byId(await report(id, 'participants/last-active', query), 'lastActive')).toEqual(expected.lastActive)

  const { steps } = await report(id, 'over-time', query)
  for (const step of steps) {
    const then = recompute(books, step.from, shiftDay(step.until, 1))
    expect(step).toMatchObject({
      totalSpent: then.funding.totalSpent,
      totalTransferred: then.funding.totalTransferred,
      totalSent: then.gifts.totalSent,
      totalRedeemed: then.gifts.totalRedeemed,
    })
    expect(step.bought - step.refunded).toBe(step.totalSpent)
  }
  for (const name of ['totalSpent', 'totalTransferred'] as const)
    expect(total(steps, (step: Record<string, number>) => step[name]!)).toBe(funding[name])
  for (const name of ['totalSent', 'totalRedeemed'] as const)
    expect(total(steps, (step: Record<string, number>) => step[name]!)).toBe(gifts[name])
}

/** What participants see of their allowance: what gifts took of it is in gifts not used yet, or used, and nowhere else. */
async function compareCards(id: string, { people, gifts, events }: Books): Promise<void> {
  const spent = await loadSpent(
    app.posy.db,
    people.flatMap(({ wallet }) => wallet ?? []),
  )
  const taken = byId(await report(id, 'participants/total-spent', ''), 'totalSpent')
  const last = new Map(events.map(({ gift, to }) => [gift, to]))
  const open = [...gifts].filter(([gift]) => [1, 2, 3, 8].includes(last.get(gift)!)).map(([, gift]) => gift)
  for (const { id: participantId, wallet } of people) {
    if (!wallet) continue
    const { inGiftsPence, usedPence } = spent.get(wallet) ?? { inGiftsPence: 0, usedPence: 0 }
    expect(inGiftsPence).toBe(total(open, (gift) => (gift.wallet === wallet ? gift.cost : 0)))
    expect(inGiftsPence + usedPence).toBe(taken.get(participantId) ?? 0)
  }
}

/** One in which money comes back before and after its wallet is closed, whatever chance brings besides. */
const eventful: History = {
  action: 'reset',
  acts: [
    ...[0, 1].map((who) => ({
      do: 'buy' as const,
      who,
      how: 'email' as const,
      count: 3,
      to: who,
      reason: 'Thank you' as const,
      product: demo.products.daisyFlatWhite,
      expiresIn: undefined,
    })),
    { do: 'redeem', who: 0 },
    { do: 'cancel', who: 1 },
    { do: 'wait', hours: 75 },
    { do: 'leave', who: 0 },
    { do: 'cancel', who: 2 },
    { do: 'undo', who: 0 },
    { do: 'stop' },
    { do: 'redeem', who: 3 },
    { do: 'wait', hours: 400 },
    { do: 'wait', hours: 400 },
  ],
}

test('whatever happened, each report of any period equals the same figure from the ledger’s entries and the gifts’ events', async () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const sum = { sent: 0, redeemed: 0, refunded: 0 }
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      fc.array(fc.tuple(share, share), { minLength: 2, maxLength: 4 }),
      async (history, ranges) => {
        const began = londonDate(app.posy.clock.now())
        const id = await playHistory(app, history)
        const books = await loadBooks(id)
        await compareCards(id, books)
        const days = began.until(londonDate(app.posy.clock.now())).days + 2
        const all: [number, number] = [0, 1]
        for (const range of [all, ...ranges]) {
          const [start, end] = range.toSorted((a, b) => a - b) as [number, number]
          const from = began.add({ days: Math.floor(start * (days - 1)) })
          await compare(
            id,
            books,
            from.toString(),
            from.add({ days: 1 + Math.floor((end - start) * (days - 1)) }).toString(),
          )
        }
        const { totalSent, totalRedeemed } = await report(id, 'gifts', '')
        sum.sent += totalSent
        sum.redeemed += totalRedeemed
        for (const step of (await report(id, 'over-time', '')).steps) sum.refunded += step.refunded
        await app.request('POST', `/v3/automated-budgets/${id}/stop`, { as: 'admin@acme.test' })
        await app.settle()
      },
    ),
    { numRuns: Number(process.env.HISTORIES ?? 12), endOnFailure: true, examples: [[eventful, [[0, 0.3]]]] },
  )
  // The histories were not empty.
  expect(Math.min(sum.sent, sum.redeemed, sum.refunded)).toBeGreaterThan(0)
  expect(await reconcile(app.posy)).toEqual([])
})
