import { expect, test } from 'vitest'
import { z } from 'zod'
import { suggestion } from './misspelt-field.ts'
import { checkInput, readRequest } from './request.ts'

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

test('a misspelt field of an item, of an object in an item, and of any variant is told the name that it is nearly', () => {
  const item = z.object({
    address: z.object({ postcode: z.string() }),
    parts: z.array(z.object({ label: z.string() })),
  })
  const lists = z.object({
    people: z.array(item).optional(),
    gift: z.union([
      z.object({ to: z.object({ email: z.string() }) }),
      z.object({ to: z.object({ phoneNumber: z.string() }) }),
    ]),
  })
  expect(suggestion(lists, ['people', 3], 'adress')).toBe('; did you mean address?')
  expect(suggestion(lists, ['people', 3, 'address'], 'postCod')).toBe('; did you mean postcode?')
  expect(suggestion(lists, ['people', 3, 'parts', 0], 'labell')).toBe('; did you mean label?')
  expect(suggestion(lists, ['gift', 'to'], 'phone_nummber')).toBe('; did you mean phoneNumber?')
})

test('a body of thousands of misspelt names is compared for its first alone, so that it holds no one up', async () => {
  const sent = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`deliveryMethod${n}`, 1]))
  const request = new Request('http://posy.test/x', { method: 'POST', body: JSON.stringify(sent) })
  const shape = { method: 'POST' as const, body: z.object({ deliveryMethod: z.string().optional() }) }
  const refused = await readRequest(request, {}, shape)
    .then((sent) => checkInput(sent, shape))
    .catch((problem) => problem)
  const hints = refused.details.map(({ message }: { message: string }) => message.includes('did you mean'))
  expect([refused.code, hints.length, hints.lastIndexOf(true)]).toEqual(['invalid_fields', 1000, 19])
})
