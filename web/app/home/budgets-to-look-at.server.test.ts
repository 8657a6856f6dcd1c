import { describe, expect, test } from 'vitest'
import type { Session } from '#web/session/session.ts'
import { budgetsToLookAt } from './budgets-to-look-at.server.ts'

const budget = (changes: object = {}) => ({
  id: 'treats',
  name: 'Treats',
  status: 'live',
  currency: 'GBX',
  walletId: 'fund',
  calculatedBudgetAmount: 6000,
  nextScheduledRun: '2027-02-05T09:00:00Z',
  cardEnds: null,
  latestExecution: null,
  participantCounts: { active: 3, inactive: 0, invited: 0, inviteEnded: 0, inviteDeclined: 0 },
  ...changes,
})
const failed = (changes: object) => ({
  id: 'run',
  status: 'failed',
  trigger: 'joiner',
  waiting: 4,
  retryDate: null,
  problem: { message: 'There was not enough money in the wallet.', shortfall: 7000 },
  ...changes,
})

/** Someone who may do everything, and sees these budgets. */
function session({
  failing = [] as object[],
  running = [] as object[],
  run = {},
  invites = null as object | null,
  forecast = {},
}): Session {
  const answer = (data: unknown) => Promise.resolve({ ok: true, value: { data } })
  return {
    can: () => true,
    api: {
      listBudgets: () => answer([...failing, ...running]),
      getForecast: () =>
        answer({
          available: 2000,
          invites,
          ...forecast,
          runs: [{ date: '2027-02-05T09:00:00Z', cost: 6000, shortfall: 6000, ...run }],
        }),
    },
  } as unknown as Session
}
const wallets = [{ id: 'fund', available: 0 }] as unknown as Parameters<typeof budgetsToLookAt>[1]
const look = async (seen: Parameters<typeof session>[0]) => budgetsToLookAt(session(seen), wallets)

describe('home', () => {
  test('says how many new people have not got their money, and how much is missing for all of them', async () => {
    const { attention } = await look({ failing: [budget({ latestExecution: failed({}) })] })
    expect(attention[0]!.title).toBe('Treats: new people wait for their money')
    expect(attention[0]!.text).toContain('4 people who accepted have not got their money. £70.00 is missing.')
  })

  test('warns of a card that will have expired, with the way to another one', async () => {
    const running = [budget({ cardEnds: '2027-01-01T00:00:00Z' })]
    const { attention } = await look({ running, run: { problem: 'CARD_EXPIRED' } })
    expect(attention).toMatchObject([
      { title: 'Treats: the card will not pay the next run', action: { label: 'Choose another card' } },
    ])
  })

  test('warns of a card that expires before a run which may need it, though the wallet covers it as things stand', async () => {
    const cardEnds = '2027-01-01T00:00:00Z'
    const forecast = { cardEnds, firstAtRisk: '2027-02-05T09:00:00Z' }
    const seen = { running: [budget({ cardEnds })], run: { problem: null, mostShortfall: 4000 } }
    expect((await look({ ...seen, forecast })).attention).toMatchObject([
      {
        title: 'Treats: the card cannot pay the next run',
        text: expect.stringMatching(
          /^Its last day, 31 December 2026, is before it\. .*£40\.00 is missing on 5 February 2027/,
        ),
        action: { label: 'Choose another card' },
      },
    ])
    expect((await look({ ...seen, forecast: { ...forecast, firstAtRisk: null } })).attention).toEqual([])
  })

  test('says how many invites of a budget that runs have ended without an answer, and not those that were declined', async () => {
    const participantCounts = { active: 3, inactive: 0, invited: 3, inviteEnded: 3, inviteDeclined: 1 }
    const cardEnds = '2028-01-01T00:00:00Z'
    const { attention } = await look({ running: [budget({ participantCounts, cardEnds })] })
    expect(attention).toMatchObject([
      { title: 'Treats: 2 invites have ended without an answer', level: 2, action: { label: 'See who' } },
    ])
    expect((await look({ running: [budget({ participantCounts, cardEnds, status: 'scheduled' })] })).attention).toEqual(
      [],
    )
  })

  test('tops up what is missing of a run by one press', async () => {
    const { attention } = await look({ running: [budget()], run: { problem: 'WALLET_INSUFCCIENT_FUNDS' } })
    expect(attention[0]!.action).toMatchObject({ label: 'Top up £60.00' })
  })

  test('says that people who are invited may need more than the wallet has, and tops up what is missing by one press', async () => {
    const invites = { people: 3, upTo: 6000, from: null, by: '2027-02-05T09:00:00Z' }
    const { attention } = await look({ running: [budget()], invites })
    expect(attention).toMatchObject([
      { title: 'Treats: too little money for people who are invited', level: 4000, action: { label: 'Top up £40.00' } },
    ])
    expect(attention[0]!.text).toMatch(
      /^3 people have yet to accept\. £60\.00 is needed by .*5 February.* if they all do, and £40\.00 is missing\.$/,
    )
    // Enough for all of them, and a run that is short itself, say nothing of it.
    expect((await look({ running: [budget()], invites: { ...invites, upTo: 2000 } })).attention).toEqual([])
    const short = await look({ running: [budget()], invites, run: { problem: 'WALLET_INSUFCCIENT_FUNDS' } })
    expect(short.attention.map(({ title }) => title)).toEqual(['Treats: too little money for the next run'])
    expect((await look({ running: [budget({ status: 'scheduled' })], invites })).attention).toEqual([])
  })

  test('expects no money in a wallet that a card fills, and asks about no run that it pays', async () => {
    const { attention, walletsPaidByCard } = await look({
      running: [budget({ cardEnds: '2028-01-01T00:00:00Z' })],
      run: { problem: 'CARD_EXPIRED' },
    })
    expect(attention).toEqual([])
    expect([...walletsPaidByCard]).toEqual(['fund'])
  })
})
