import { expect, test } from 'vitest'
import { missingPence } from './missing.ts'

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
}
const uncovered = { ...run, covered: false, atRisk: true, problem: 'WALLET_INSUFCCIENT_FUNDS' as const, shortfall: 700 }
const invites = { people: 1, upTo: 1000, from: null, by: null }
const forecast = { runs: [run], invites: null, costPerRun: 2000, available: 2500 }

test('what is asked for is what the wallet lacks for the first run it will not, or may not, pay', () => {
  expect(missingPence(forecast)).toBe(0)
  expect(missingPence({ ...forecast, runs: [run, uncovered] })).toBe(700)
  const doubtful = { ...run, atRisk: true }
  expect(missingPence({ ...forecast, runs: [run, doubtful] })).toBe(1500)
  expect(missingPence({ ...forecast, runs: [doubtful], invites })).toBe(500)
  expect(
    missingPence({ ...forecast, runs: [doubtful], invites: { ...invites, from: run.date }, available: 1900 }),
  ).toBe(100)
  expect(missingPence({ ...forecast, runs: [{ ...doubtful, cardCharge: 900 }] })).toBe(900)
})
