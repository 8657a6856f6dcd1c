import { expect, test } from 'vitest'
import { axisLabelVisibility, niceTop } from './scale.ts'

test.each([
  [0, 4],
  [1, 4],
  [5, 8],
  [9, 20],
  [20, 20],
  [21, 40],
  [8_000, 8_000],
  [8_001, 20_000],
])('a chart of at most %i goes up to %i', (most, top) => expect(niceTop(most)).toBe(top))

test('a chart labels each of a few steps, and every so many of many', () => {
  expect(axisLabelVisibility(3)).toEqual(['always', 'always', 'always'])
  const names = axisLabelVisibility(31)
  expect(names.filter((name) => name === 'always')).toHaveLength(4)
  expect(names.filter((name) => name !== 'never')).toHaveLength(7)
})
