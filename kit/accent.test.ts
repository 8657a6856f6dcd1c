import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentSchemes } from './accent.ts'
import { contrast, mix } from './colour.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('any team colour gives readable buttons and text in both schemes', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const { light, dark } = accentSchemes(colour)!
      for (const { accent, strong, onAccent } of [light, dark]) {
        expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(strong, onAccent)).toBeGreaterThanOrEqual(4.5)
      }
      for (const ground of ['#fbf7f2', '#ffffff']) expect(contrast(light.text, ground)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#17121d', '#211a29']) {
        expect(contrast(dark.text, ground)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(dark.accent, ground)).toBeGreaterThanOrEqual(2)
      }
    }),
    { numRuns: 200 },
  )
})

test('an accent keeps a colour that is readable already', () => {
  expect(accentSchemes('0F766E')!.light).toMatchObject({ accent: '#0f766e', onAccent: '#ffffff', text: '#0f766e' })
})

test('an accent lifts a dark colour on dark pages, where a button of it would not be seen', () => {
  const { light, dark } = accentSchemes('#111111')!
  expect(light.accent).toBe('#111111')
  expect(contrast(dark.accent, '#17121d')).toBeGreaterThan(2)
})

test.each([null, '', 'teal', '#12', '#12345g', '#1234567', 'red;}body{'])('%j is refused as a colour', (hex) => {
  expect(accentSchemes(hex)).toBeNull()
})

test('contrast is measured as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#b3245b', '#ffffff')).toBeGreaterThan(5.9)
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})
