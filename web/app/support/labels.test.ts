import { expect, test } from 'vitest'
import { approvalRule } from './labels.ts'

test('when a second person is asked is said before anything is made, of an award and of a list', () => {
  const rule = (approvalAbove: number | null, isList: boolean) =>
    approvalRule({ approvalAbove, currency: 'GBX' }, isList)
  expect(rule(null, false)).toBe('')
  expect(rule(0, true)).toBe('A second person approves each list.')
  expect(rule(10_000, false)).toContain('above £100.00 in four weeks')
  expect(rule(10_000, true)).toContain('more than £100.00 in all')
})
