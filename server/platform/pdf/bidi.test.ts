import { describe, expect, test } from 'vitest'
import { type Direction, mirror, textDirection, visualRuns } from './bidi.ts'

/** As it stands on paper from left to right. */
function set(text: string, direction: Direction = textDirection(text), before = ''): string {
  const letters = [...text]
  return visualRuns(letters, direction, before)
    .flatMap(({ from, to, direction }) =>
      direction === 'ltr' ? letters.slice(from, to) : letters.slice(from, to).map(mirror).reverse(),
    )
    .join('')
}

describe('a mixed line is set by the Unicode rules of direction', () => {
  // Capitals of UAX #9 are Hebrew here. Each was set by the reference library too.
  test.each([
    ['words from right to left within a line from left to right', 'car אבג cat', 'car גבא cat'],
    ['a line from right to left with a word from left to right', 'אבג Posy דהו', 'והד Posy גבא'],
    ['figures keep their order', 'אבג 12.50 דהו', 'והד 12.50 גבא'],
    ['a currency sign stands with its figures in Hebrew', 'אבג £12 דהו', 'והד £12 גבא'],
    ['and by the rule for Arabic after Arabic letters', 'مبلغ £12', '12£ غلبم'],
    ['dates and ranges in Hebrew keep to their signs', 'אבג 1/4/26', '1/4/26 גבא'],
    ['Arabic figures run to the right', 'محمد ١٢٣', '١٢٣ دمحم'],
    ['brackets turn with what they enclose', 'אבג (דהו) Ltd', 'Ltd (והד) גבא'],
    ['brackets around another script stay with the paragraph', 'Posy (אבג) Ltd', 'Posy (גבא) Ltd'],
    ['a full stop ends the line where it ends', 'אבג.', '.גבא'],
    ['what is blank at the end of a line stays there', 'Posy אבג ', 'Posy גבא '],
  ])('%s', (_, text, expected) => {
    expect(set(text)).toBe(expected)
  })

  test('figures at the start of a line follow the letters of the line before', () => {
    expect([set('£12 غ', 'rtl'), set('£12 غ', 'rtl', 'م')]).toEqual(['غ £12', 'غ 12£'])
  })

  test('it runs as the first of its letters does, to the right where none has a direction', () => {
    expect(['', '12 £', '王芳', '« אבג', '(محمد) Ltd'].map(textDirection)).toEqual(['ltr', 'ltr', 'ltr', 'rtl', 'rtl'])
  })
})
