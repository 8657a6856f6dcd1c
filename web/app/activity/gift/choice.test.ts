import { expect, test } from 'vitest'
import type { Choice, Huggg } from '#contract/hugggs/hugggs.ts'
import { chosenLabel, leftOverLabel, offeredLabel, offeredOptions } from './choice.ts'

const open: Choice = { chosen: null, chosen_at: null, left_over: 0, returned: 0, gives_change: true }
const coffee: Choice = {
  chosen: { product_id: 'p', name: 'Flat white', brand_name: 'Daisy Coffee', price: 360 },
  chosen_at: '2026-03-02T10:00:00Z',
  left_over: 640,
  returned: 640,
  gives_change: true,
}
const segment = (id: string, ...prices: number[]) => ({
  ...{ id, name: id },
  options: prices.map((senderPrice) => ({ senderPrice })),
})
const gift = (choice: Choice | null, kept: string[] = []) =>
  ({
    meta: kept.length ? { gwcSegments: kept.map((id) => ({ id })) } : {},
    embedded: { choice, purchase: { embedded: { segments: [segment('Treats', 360, 1000), segment('Books', 900)] } } },
  }) as unknown as Huggg

test('a sender sees what may be chosen, of the segments they kept, until it is chosen', () => {
  expect(offeredOptions(gift(open))).toEqual([
    { name: 'Treats', count: 2, least: 360, most: 1000 },
    { name: 'Books', count: 1, least: 900, most: 900 },
  ])
  expect(offeredOptions(gift(open, ['Books'])).map((each) => offeredLabel(each, 'GBX'))).toEqual(['1 gift, £9.00'])
  expect(offeredLabel(offeredOptions(gift(open))[0]!, 'GBX')).toBe('2 gifts, £3.60 to £10.00')
  expect([offeredOptions(gift(coffee)), offeredOptions(gift(null))]).toEqual([[], []])
})

test('a gift’s page says what was chosen, and what happens to the difference', () => {
  expect(chosenLabel(open, 'GBX')).toBe('Not chosen yet')
  expect(chosenLabel(coffee, 'GBX')).toBe('Flat white, Daisy Coffee (£3.60)')
  expect(leftOverLabel(open, 'GBX')).toBeNull()
  expect(leftOverLabel(coffee, 'GBX')).toBe('£6.40, returned when it was chosen')
  const earlier = { ...coffee, returned: 0 }
  expect(leftOverLabel({ ...earlier, gives_change: false }, 'GBX')).toBe('£6.40, which is not refunded')
  expect(leftOverLabel(earlier, 'GBX')).toBe('£6.40 is returned once the gift is used')
})
