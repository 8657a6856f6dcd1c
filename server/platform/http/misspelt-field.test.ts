import { expect, test } from 'vitest'
import { z } from 'zod'
import { suggestion } from './misspelt-field.ts'
import { readInput } from './request.ts'

const body = z.object({
  purchase: z
    .object({ deliveryMethod: z.string(), receivers: z.array(z.object({ firstName: z.string() })) })
    .optional(),
  limit: z.int(),
})

test('a misspelt field is refused with the name that it is nearly, at its own place; any other unknown field with none', () => {
  expect(suggestion(body, ['purchase'], 'deliverymetod')).toBe('; did you mean deliveryMethod?')
  expect(suggestion(body, ['purchase'], 'delivery_method')).toBe('; did you mean deliveryMethod?')
  expect(suggestion(body, ['purchase', 'receivers', 0], 'firstNam')).toBe('; did you mean firstName?')
  expect(suggestion(body, [], 'limits')).toBe('; did you mean limit?')
  for (const name of ['deliveryMethod', 'page', 'x', 'y'.repeat(1000)]) expect(suggestion(body, [], name)).toBe('')
  expect(suggestion(undefined, [], 'limit')).toBe('')
})

test('a body of thousands of misspelt names is compared for its first alone, so that it holds no one up', async () => {
  const sent = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`deliveryMethod${n}`, 1]))
  const request = new Request('http://posy.test/x', { method: 'POST', body: JSON.stringify(sent) })
  const shape = { method: 'POST' as const, body: z.object({ deliveryMethod: z.string().optional() }) }
  const refused = await readInput(request, {}, shape).catch((problem) => problem)
  const hints = refused.details.map(({ message }: { message: string }) => message.includes('did you mean'))
  expect([refused.code, hints.length, hints.lastIndexOf(true)]).toEqual(['invalid_fields', 1000, 19])
})
