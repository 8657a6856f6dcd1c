import { expect, test } from 'vitest'
import { z } from 'zod'
import { text } from '#contract/core/shapes.ts'
import { contract } from '#contract/index.ts'
import { issueMessage } from './issue-message.ts'

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueMessage }).error?.issues.map(({ message }) => message)

test('a refusal says in plain English, not in the schema library’s, what a field has too much or too little of', () => {
  expect(said(text(200), 'x'.repeat(201))).toEqual(['must have at most 200 letters'])
  expect(said(text(2000), 'x'.repeat(2001))).toEqual(['must have at most 2,000 letters'])
  expect(said(z.string().min(1), '')).toEqual(['is missing'])
  expect(said(z.string().min(3), 'a')).toEqual(['must have at least 3 letters'])
  expect(said(z.object({ name: z.string() }), {})).toEqual(['is missing'])
  expect(said(z.array(z.string()).max(1), ['a', 'b'])).toEqual(['must have at most 1 of them'])
  expect(said(z.int().max(10_000), 10_001)).toEqual(['must be at most 10,000'])
  expect(said(z.int().min(1), 0)).toEqual(['must be at least 1'])
  expect(said(z.email(), 'no')).toEqual(['is not an email address'])
})

test('the refusal of a field of another type says which it must have', () => {
  expect(said(z.coerce.number(), 'many')).toEqual(['must be a number'])
  expect(said(z.int(), 1.5)).toEqual(['must be a whole number'])
  expect(said(z.string(), 1)).toEqual(['must be text'])
  expect(said(z.boolean(), 'yes')).toEqual(['must be true or false'])
  expect(said(z.array(z.string()), {})).toEqual(['must be a list'])
  expect(said(z.object({}), [])).toEqual(['must be an object'])
})

test('what a field may hold is told in plain words too, never in the schema library’s', () => {
  expect(said(z.enum(['sent', 'redeemed', 'expired']), 'c')).toEqual(['must be sent, redeemed or expired'])
  expect(said(z.uuid(), '7')).toEqual(['is not an id'])
  expect(said(z.iso.date(), 'today')).toEqual(['is not a day such as 2026-03-02'])
  expect(said(z.iso.datetime(), 'now')).toEqual(['is not a moment such as 2026-03-02T11:58:00Z'])
  expect(said(z.string().regex(/^x$/), 'y')).toEqual(['does not have the form that it needs'])
  expect(said(z.union([z.int(), z.boolean()]), 'y')).toEqual(['has none of the forms that it may have'])
})

test('a message that a field declares itself is answered as it is', () => {
  expect(said(z.string().max(3, 'three letters'), 'four')).toEqual(['three letters'])
})

const inner = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional']

// biome-ignore lint/suspicious/noExplicitAny: schemas of every kind are taken apart
type Schema = any

/** A value of the schema's own build, with the same in every place. */
function filled(schema: Schema, leaf: unknown, depth = 0): unknown {
  const { def } = schema._zod
  if (inner.includes(def.type)) return filled(def.innerType, leaf, depth)
  if (def.type === 'pipe') return filled(def.in._zod.def.type === 'transform' ? def.out : def.in, leaf, depth)
  if (depth > 6) return leaf
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape).map(([name, each]) => [name, filled(each, leaf, depth + 1)]))
  if (def.type === 'array') return [filled(def.element, leaf, depth + 1)]
  if (def.type === 'union') return filled(def.options[0], leaf, depth + 1)
  return leaf
}

const LEAVES: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  'x'.repeat(20_000),
  -1,
  1.5,
  1e15,
  true,
  [],
  {},
]
/** As the schema library words what no one has worded. */
const LIBRARY = /\b(expected|received|invalid|too (big|small)|unrecognized|required|nonoptional)\b/i

test('every field of the contract is refused in plain words of our own, whatever is wrong with it', () => {
  const found = new Set<string>()
  for (const endpoint of Object.values(contract) as Schema[])
    for (const part of ['params', 'query', 'body'])
      for (const leaf of endpoint[part] ? LEAVES : []) {
        const { error } = (endpoint[part] as z.ZodType).safeParse(filled(endpoint[part], leaf), { error: issueMessage })
        for (const { message, path } of error?.issues ?? [])
          if (LIBRARY.test(message) || message === 'is not right')
            found.add(`${endpoint.id} ${part}.${path.join('.')}: ${message}`)
      }
  expect([...found]).toEqual([])
})
