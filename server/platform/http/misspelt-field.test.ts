import { expect, test } from 'vitest'
import { z } from 'zod'
import { suggestion } from './misspelt-field.ts'

const body = z.object({
  purchase: z
    .object({ deliveryMethod: z.string(), receivers: z.array(z.object({ firstName: z.string() })) })
    .optional(),
  limit: z.int(),
})

test('a misspelt field is told the name that it is nearly, at its own place; another one is told none', () => {
  expect(suggestion(body, ['purchase'], 'deliverymetod')).toBe('; did you mean deliveryMethod?')
  expect(suggestion(body, ['purchase'], 'delivery_method')).toBe('; did you mean deliveryMethod?')
  expect(suggestion(body, ['purchase', 'receivers', 0], 'firstNam')).toBe('; did you mean firstName?')
  expect(suggestion(body, [], 'limits')).toBe('; did you mean limit?')
  for (const name of ['deliveryMethod', 'page', 'x', 'y'.repeat(1000)]) expect(suggestion(body, [], name)).toBe('')
  expect(suggestion(undefined, [], 'limit')).toBe('')
})
