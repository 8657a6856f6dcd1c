import { expect, test } from 'vitest'
import { unknownRoute } from './unknown-route.ts'

const answer = unknownRoute([
  { method: 'GET', path: '/v3/teams/{id}' },
  { method: 'PATCH', path: '/v3/teams/{id}' },
  { method: 'GET', path: '/v3/teams' },
])

test('another method at an existing address is 405, with those it takes', async () => {
  for (const path of ['/v3/teams/1', '/v3/teams/1/']) {
    const response = answer('DELETE', path)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, PATCH'])
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
  }
})

test('an unknown address is 404, with help that is not about an id', async () => {
  const response = answer('GET', '/v3/teams/1/nothing')
  expect([response.status, response.headers.get('allow')]).toEqual([404, null])
  expect((await response.json()).help).toContain('/openapi.json')
})
