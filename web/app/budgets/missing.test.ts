import { expect, test } from 'vitest'
import { missingPence, runPastCard } from './missing.ts'

const run = {
  date: '2026-12-05T09:00:00Z',
  cost: 1000,
  mostCost: 2000,
  returned: 0,
  returnedFrom: 0,
  cut: 0,
  walletAfter: 500,
  cardCharge: 0,
  covered: true,
  atRisk: false,
  problem: null,
  shortfall: 0,
  likelyCost: null,
  others: 0,
  mostShortfall: 0,
}
const uncovered = { ...run, covered: false, atRisk: true, problem: 'WALLET_INSUFCCIENT_FUNDS' as const, shortfall: 700 }

test('what is asked for is what the wallet lacks for the first run it will not, or may not, pay', () => {
  expect(missingPence({ runs: [run] })).toBe(0)
  expect(missingPence({ runs: [run, uncovered] })).toBe(700)
  const doubtful = { ...run, atRisk: true, mostShortfall: 1500 }
  expect(missingPence({ runs: [run, doubtful] })).toBe(1500)
  expect(missingPence({ runs: [{ ...doubtful, mostShortfall: 0, cardCharge: 900 }] })).toBe(900)
})

test('a run that may find too little is told apart where its card has expired by then: it is no use to choose that card', () => {
  const doubtful = { ...run, atRisk: true, mostShortfall: 1500 }
  const forecast = { runs: [doubtful], cardEnds: '2026-12-01T00:00:00Z', firstAtRisk: run.date }
  expect(runPastCard(forecast)).toEqual({ date: run.date, ends: forecast.cardEnds, missing: 1500 })
  expect(runPastCard({ ...forecast, cardEnds: '2027-01-01T00:00:00Z' })).toBeNull()
  expect(runPastCard({ ...forecast, cardEnds: null })).toBeNull()
  expect(runPastCard({ ...forecast, firstAtRisk: null })).toBeNull()
})
