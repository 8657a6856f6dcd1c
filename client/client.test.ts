import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, list } from '#contract/core/shapes.ts'
import { callUrl, createClient } from './client.ts'
import { ApiError, InvalidJsonError, MalformedResponseError } from './errors.ts'
import { apiHost } from './hosts.ts'
import { isPass, unwrap } from './result.ts'

const lookUp = endpoint({
  id: 'lookUp',
  method: 'GET',
  path: '/api/v2/things/{id}',
  tag: 'Test',
  summary: 'Looks up.',
  access: 'public',
  params: z.object({ id: id('team') }),
  query: z.object({ ids: list(z.string()) }),
  response: z.object({ data: z.string() }),
})

const answering = (body: string, status = 200, statusText = '') =>
  createClient({
    baseUrl: 'http://api.test',
    token: () => 'secret',
    fetch: async (request) =>
      new Response(body, { status, statusText, headers: { 'x-sent': request.headers.get('authorization') ?? '' } }),
  })
const call = (client: ReturnType<typeof createClient>) => client.getGift({ params: { shortcode: 'abcdefgh' } })

describe('callUrl', () => {
  test('fills and escapes path parameters and repeats array keys', () => {
    expect(callUrl('http://api.test', lookUp, { id: 'a/b' }, { ids: ['1', '2'], none: undefined })).toBe(
      'http://api.test/api/v2/things/a%2Fb?ids=1&ids=2',
    )
  })
  test('uses brackets where the endpoint asks for them, and for nested filters', () => {
    expect(
      decodeURIComponent(
        callUrl('', { ...lookUp, brackets: true }, { id: '1' }, { ids: ['1', '2'], filter: { type: 'participant' } }),
      ),
    ).toBe('/api/v2/things/1?ids[]=1&ids[]=2&filter[type]=participant')
  })
})

describe('the three kinds of error body', () => {
  test('code, help and message', async () => {
    const result = await call(answering('{"code":"not_found","help":"h","message":"No such gift.","details":[]}', 404))
    expect(result.fail).toMatchObject({ code: 'not_found', help: 'h', errorMessage: 'No such gift.' })
    expect((result.fail as ApiError).response.headers.get('x-sent')).toBe('Bearer secret')
  })
  test('isError with a detail, even with a good status', async () => {
    expect((await call(answering('{"isError":true,"detail":"Odd","help":"h"}'))).fail).toMatchObject({
      errorMessage: 'Odd',
      help: 'h',
    })
  })
  test('no usable body falls back to the status', async () => {
    const { fail } = await call(answering('<html>', 502, 'Bad Gateway'))
    expect(fail).toBeInstanceOf(ApiError)
    expect(fail).toMatchObject({ code: 502, errorMessage: 'Bad Gateway' })
  })
})

describe('a refused token', () => {
  const sent: string[] = []
  const refusing = (renew: (refused: string) => Promise<boolean>) => {
    let token = 'old'
    sent.length = 0
    return createClient({
      baseUrl: 'http://api.test',
      token: () => token,
      renew: async (refused) => {
        token = 'new'
        return renew(refused)
      },
      fetch: async (request) => {
        sent.push(`${request.headers.get('authorization')} ${await request.text()}`)
        return Response.json({ message: 'Who?' }, { status: 401 })
      },
    })
  }
  const body = { term: 'tea', size: 8 }
  test('is renewed, and the whole call made once more', async () => {
    const { fail } = await refusing(async (refused) => refused === 'old').suggestProductSearches({ body })
    expect(sent).toEqual(['Bearer old {"term":"tea","size":8}', 'Bearer new {"term":"tea","size":8}'])
    expect(fail).toBeInstanceOf(ApiError)
  })
  test('that cannot be renewed ends the call', async () => {
    await refusing(async () => false).suggestProductSearches({ body })
    expect(sent).toEqual(['Bearer old {"term":"tea","size":8}'])
  })
})

test('an answer that is not JSON, or of the wrong shape, is named with its URL', async () => {
  const url = 'http://api.test/public/gifts/abcdefgh'
  expect((await call(answering('oops'))).fail).toEqual(new InvalidJsonError(url))
  const malformed = (await call(answering('{"data":1}'))).fail as MalformedResponseError
  expect(malformed).toBeInstanceOf(MalformedResponseError)
  expect(malformed.message).toBe(`Received malformed API response from ${url}`)
})

test('a result that is both or neither is an internal error', () => {
  expect(() => isPass({} as never)).toThrow('Internal error')
  expect(() => isPass({ pass: 1, fail: 2 } as never)).toThrow('Internal error')
  expect(unwrap({ pass: 1 })).toBe(1)
  expect(() => unwrap({ fail: new Error('no') })).toThrow('no')
})

test('an unknown environment is refused; production is the default', () => {
  const hosts = { beta: 'b', dev: 'd', local: 'l', production: 'p', stage: 's' }
  expect(apiHost(hosts)).toBe('p')
  expect(() => apiHost(hosts, 'moon')).toThrow('Unknown environment specified.')
})
