import { expect, test } from 'vitest'
import { firstSteps } from './first-steps.ts'

const done = (...call: Parameters<typeof firstSteps>) => firstSteps(...call).map(({ isDone }) => isDone)

test('the steps to the first gift are ticked off as they are done', () => {
  const bare = { businessEntityName: null, businessAddress: null }
  expect(done(bare, [], 1)).toEqual([false, false, false, false])
  const named = { businessEntityName: 'Acme Ltd', businessAddress: { line1: '1 Orchard Row' } }
  expect(done(named, [{ id: 'w', balance: 100 }], 2)).toEqual([true, true, true, false])
  expect(done({ ...named, businessAddress: null }, [{ id: 'w', balance: 0 }], 1)[0]).toBe(false)
  expect(done(named, [{ id: 'w', balance: 0 }], 1, true)).toEqual([true, true, false, true])
})
