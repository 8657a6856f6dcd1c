import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AmountRules, readAmount, usesDecimalComma } from './amounts.ts'

const readTyped = (typed: string, rules?: AmountRules) => {
  const read = readAmount(typed, rules)
  return 'pence' in read ? read.pence : read.problem
}

describe('amounts as people type them', () => {
  test.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12.50', 1250],
    ['12,5', 1250],
    ['12,50', 1250],
    ['0,99', 99],
    [',99', 99],
    ['.5', 50],
    ['£12.5', 1250],
    ['£ 12.05', 1205],
    ['£   12.05  GBP', 1205],
    ['12,50 €', 1250],
    ['€12,50', 1250],
    ['GBP 12.50', 1250],
    ['12.50 gbp', 1250],
    ['1,250', 125_000],
    ['1,250.00', 125_000],
    ['1.250,00', 125_000],
    ['1.250,5', 125_050],
    ['1,250,000', 125_000_000],
    ['1.250.000', 125_000_000],
    ['1.250.000,05', 125_000_005],
    ['1 250', 125_000],
    ['1 250,00', 125_000],
    ['1\u00a0250,00', 125_000],
    ['1\u2009250.00', 125_000],
    ['1\u202f250,00\u00a0€', 125_000],
    ["1'250.00", 125_000],
    ['1’250.00', 125_000],
    ['１２．５０', 1250],
    ['１，２５０．００', 125_000],
    ['١٢٫٥٠', 1250],
    ['١٬٢٥٠٫٠٠', 125_000],
    ['१२.५०', 1250],
    ['\u200e12.50\u202c', 1250],
    ['  0.01 ', 1],
    ['007', 700],
    ['+5', 500],
    ['0', 0],
  ])('%j is %i pence', (typed, pence) => expect(readTyped(typed)).toBe(pence))

  test.each([
    ['', 'missing'],
    [' \u00a0', 'missing'],
    ['ten', 'not_an_amount'],
    ['1e3', 'not_an_amount'],
    ['0x10', 'not_an_amount'],
    ['12.', 'not_an_amount'],
    ['12²', 'not_an_amount'],
    ['½', 'not_an_amount'],
    ['12.50.', 'not_an_amount'],
    ['5 or 10', 'not_an_amount'],
    ['12:50', 'not_an_amount'],
    ['1.2345', 'decimals'],
    ['0.999', 'decimals'],
    ['0,999', 'decimals'],
    ['12,5000', 'decimals'],
    ['012,500', 'decimals'],
    ['1,250.005', 'decimals'],
    ['1.250', 'ambiguous'],
    ['£999.999', 'ambiguous'],
    ['1,25,000', 'grouping'],
    ['1,2.3', 'grouping'],
    ['12,50,00', 'grouping'],
    ['1,250,50', 'grouping'],
    ['1.2.3', 'grouping'],
    ['1250,000.00', 'grouping'],
    ['0,250.00', 'grouping'],
    ["1'250,000.00", 'grouping'],
    ['12 50', 'grouping'],
    ['8  000', 'grouping'],
    ['-5', 'negative'],
    ['(5.00)', 'negative'],
    ['−5', 'negative'],
    ['$12.50', 'other_currency'],
    ['12.50 USD', 'other_currency'],
    ['CHF 12.50', 'other_currency'],
    ['£12.50 €', 'other_currency'],
    ['100000000', 'too_much'],
  ])('%j is refused: %s', (typed, problem) => expect(readTyped(typed)).toBe(problem))

  test('a sign of another currency than the field’s is refused', () => {
    expect(readTyped('€12.50', { currency: 'GBX' })).toBe('other_currency')
    expect(readTyped('12.50 EUR', { currency: 'GBX' })).toBe('other_currency')
    expect(readTyped('£12.50', { currency: 'EUX' })).toBe('other_currency')
    expect(readTyped('€12,50', { currency: 'EUX' })).toBe(1250)
  })

  test.each(['-5', '−5', '5-', '£-5', '-£5', '(5)', '(£5.00)', '-5,00'])(
    '%j is minus five where a minus is allowed',
    (typed) => expect(readTyped(typed, { negative: true })).toBe(-500),
  )

  test.each(['--5', '(-5)', '-5-', '(5', '5)'])('%j is refused even where a minus is allowed', (typed) =>
    expect(readTyped(typed, { negative: true })).toBe('not_an_amount'),
  )

  test('“1,250” is a thousand and is shown back, unless decimal commas stand beside it', () => {
    expect(readAmount('1,250')).toEqual({ pence: 125_000, isBareThousands: true })
    expect(readAmount('1,250.00')).toEqual({ pence: 125_000, isBareThousands: false })
    expect(readTyped('1,250', { decimalComma: true })).toBe('ambiguous')
    expect(readTyped('1,250.00', { decimalComma: true })).toBe(125_000)
    expect(readTyped('1.250,00', { decimalComma: true })).toBe(125_000)
    expect(usesDecimalComma(['25', '1,250', '12.50'])).toBe(false)
    expect(usesDecimalComma(['25', '', '12,50 €'])).toBe(true)
    expect(usesDecimalComma(['1.250,5'])).toBe(true)
    expect(usesDecimalComma(['see note,5'])).toBe(false)
  })
})

/** How people write thousands and pennies in one place or another. */
const styles = [
  { between: '', point: '.' },
  { between: '', point: ',' },
  { between: ',', point: '.' },
  { between: '.', point: ',' },
  { between: ' ', point: ',' },
  { between: '\u00a0', point: ',' },
  { between: '\u202f', point: ',' },
  { between: "'", point: '.' },
  { between: '’', point: '.' },
]
const money = fc.integer({ min: 0, max: 1_000_000_000 })
const written = (pence: number, { between, point }: (typeof styles)[number]) =>
  `${String(Math.floor(pence / 100)).replaceAll(/\B(?=(\d{3})+$)/g, between)}${point}${String(pence % 100).padStart(2, '0')}`

test('every amount, written in any of the usual ways, is read as itself', () => {
  fc.assert(
    fc.property(
      money,
      fc.constantFrom(...styles),
      fc.constantFrom('', '£', '€', 'GBP ', '£\u00a0'),
      fc.boolean(),
      (pence, style, sign, decimalComma) => {
        expect(readTyped(`${sign}${written(pence, style)}`, { decimalComma })).toBe(pence)
        expect(readTyped(`-${written(pence, style)}`, { negative: true })).toBe(pence === 0 ? 0 : -pence)
      },
    ),
  )
})

test('no text is read as more than its digits before the last mark and its pennies after it: a comma never multiplies', () => {
  const letters = fc.constantFrom(...'0123456789', '0', '1', '5', ',', ',', '.', '.', ' ', "'", '£', '€', '-', '\u00a0')
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 14 }), fc.boolean(), (typed, decimalComma) => {
      const read = readAmount(typed, { decimalComma })
      if ('problem' in read) return
      const [, whole = '', rest] = /^(.*?)(?:[.,](\d{1,2}))?\D*$/.exec(typed)!
      const digits = whole.replaceAll(/\D/g, '')
      expect(read.pence).toBe(Number(digits || '0') * 100 + Number((rest ?? '0').padEnd(2, '0')))
      // What was taken for thousands stands in threes after the first mark, whatever follows.
      if (/[.,' \u00a0]\d/.test(whole.trim().replace(/^[£€\s-]+/, '')))
        expect(whole.trim().replace(/^\D+/, '')).toMatch(/^[1-9]\d{0,2}([.,' \u00a0]\d{3})+\D*$/)
    }),
    { numRuns: 2000 },
  )
})

test('what is shown of an amount reads as that amount again', () => {
  fc.assert(
    fc.property(money, fc.constantFrom('GBP', 'EUR'), (pence, currency) => {
      const shown = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(pence / 100)
      expect(readTyped(shown, { currency: currency === 'GBP' ? 'GBX' : 'EUX' })).toBe(pence)
      const german = new Intl.NumberFormat('de-DE', { style: 'currency', currency }).format(pence / 100)
      expect(readTyped(german)).toBe(pence)
    }),
  )
})
