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

test('a chart labels its first and its last step, whatever their number, and none so near that their names touch', () => {
  for (let steps = 1; steps <= 120; steps++) {
    const names = axisLabelVisibility(steps)
    expect([names[0], names.at(-1)]).toEqual(['always', 'always'])
    const labelled = names.flatMap((name, step) => (name === 'never' ? [] : [step]))
    const gaps = labelled.slice(1).map((step, place) => step - labelled[place]!)
    expect(Math.min(...gaps, steps)).toBeGreaterThanOrEqual(Math.ceil(steps / 7))
  }
  expect(axisLabelVisibility(12).flatMap((name, step) => (name === 'always' ? step : []))).toEqual([0, 7, 11])
})

test('a chart labels each of a few steps, and every so many of many', () => {
  expect(axisLabelVisibility(3)).toEqual(['always', 'always', 'always'])
  const names = axisLabelVisibility(31)
  expect(names.filter((name) => name === 'always')).toHaveLength(4)
  expect(names.filter((name) => name !== 'never')).toHaveLength(7)
})
