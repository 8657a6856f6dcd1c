import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { id } from '#contract/core/shapes.ts'
import { contract } from '#contract/index.ts'
import { walkIdPlaces, withIdAt } from './contract-walk.ts'

const sample = endpoint({
  id: 'sample',
  method: 'POST',
  path: '/x/{id}',
  tag: 'T',
  summary: 's',
  access: 'session',
  params: z.object({ id: id('team') }),
  body: z.object({ walletId: z.string(), receivers: z.array(z.object({ user_id: id('user') })) }),
  response: z.object({}),
})

test('the contract walk finds ids in paths and inside lists of bodies, and names the undeclared ones', () => {
  const { sites, undeclared } = walkIdPlaces(sample)
  expect(sites).toEqual([
    { place: 'params', path: ['id'], resource: 'team' },
    { place: 'body', path: ['receivers', '[]', 'user_id'], resource: 'user' },
  ])
  expect(undeclared).toEqual(['body.walletId'])
  expect(withIdAt({ body: { receivers: [{ user_id: 'a' }] } }, sites[1]!, 'b')).toEqual({
    body: { receivers: [{ user_id: 'b' }] },
  })
  expect(withIdAt({ body: {} }, sites[1]!, 'b')).toBeNull()
})

test.each(Object.values(contract).map((each) => [each.id, each] as const))(
  '%s declares what each of its ids points at',
  (_, each) => {
    expect(walkIdPlaces(each).undeclared).toEqual([])
  },
)

test('every endpoint of the contract has a name and a place of its own', () => {
  const all = Object.entries(contract)
  for (const [name, each] of all) expect(each.id).toBe(name)
  expect(new Set(all.map(([, each]) => `${each.method} ${each.path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(all.length)
})
