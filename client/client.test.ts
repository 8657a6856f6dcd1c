import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { callUrl } from '#contract/core/call-url.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { errorCatalogue } from '#contract/core/errors.ts'
import { id, list } from '#contract/core/shapes.ts'
import { type ClientOptions, createClient } from './client.ts'
import { ApiError, InvalidJsonError, MalformedResponseError } from './errors.ts'
import { apiHost, type Hosts } from './hosts.ts'
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
  test('are read: code, help and message', async () => {
    const result = await call(answering('{"code":"not_found","help":"h","message":"No such gift.","details":[]}', 404))
    expect(result.fail).toMatchObject({ code: 'not_found', help: 'h', errorMessage: 'No such gift.' })
    expect((result.fail as ApiError).response.headers.get('x-sent')).toBe('Bearer secret')
  })
  test('are read: isError with a detail, even with a good status', async () => {
    expect((await call(answering('{"isError":true,"detail":"Odd","help":"h"}'))).fail).toMatchObject({
      errorMessage: 'Odd',
      help: 'h',
    })
  })
  test('a detail that is an object is read, never “[object Object]”', async () => {
    const failureMessage = async (detail: unknown) =>
      ((await call(answering(JSON.stringify({ isError: true, detail }), 400))).fail as ApiError).message
    expect(await failureMessage({ message: 'Odd' })).toBe('Odd')
    expect(await failureMessage({ field: 'name' })).toBe('{"field":"name"}')
    expect(await failureMessage(undefined)).toBe('HTTP 400')
  })
  test('the request’s id is read in the header, and in the body where the header is kept back', async () => {
    const { fail } = await call(answering('{"code":"not_found","message":"No such gift.","requestId":"in-body"}', 404))
    expect(fail).toMatchObject({ requestId: 'in-body' })
    const named = Response.json(
      { code: 'not_found', message: 'No.' },
      { status: 404, headers: { 'x-request-id': 'in-header' } },
    )
    const client = createClient({ baseUrl: 'http://api.test', fetch: async () => named })
    expect((await call(client)).fail).toMatchObject({ requestId: 'in-header' })
  })
  test('a body that cannot be used falls back to the status', async () => {
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

describe('retries', () => {
  const gift = { params: { shortcode: 'abcdefgh' } }
  const buy = { body: { purchase: { type: 'huggg' }, payment: { method: 'invoice' } } } as never
  const busy = (status: number, headers = {}) => Response.json({ code: 'busy', message: 'Busy.' }, { status, headers })
  /** Answers one after the other, the last one again and again; an error is thrown. */
  const scripted = (answers: (() => Response)[], options: Pick<ClientOptions, 'retries'> = {}) => {
    const sent: { method: string; key: string | null }[] = []
    const waited: number[] = []
    const client = createClient({
      ...{ baseUrl: 'http://api.test', retries: 2, ...options },
      wait: async (ms) => void waited.push(ms),
      fetch: async ({ method, headers }) => {
        sent.push({ method, key: headers.get('idempotency-key') })
        return answers[Math.min(sent.length, answers.length) - 1]!()
      },
    })
    return { client, sent, waited }
  }
  const lost = () => {
    throw new TypeError('fetch failed')
  }

  test('a read is tried again after 503 and after no answer, waiting longer each time', async () => {
    const { client, sent, waited } = scripted([() => busy(503), lost, () => busy(404)])
    expect(((await client.getGift(gift)).fail as ApiError).response.status).toBe(404)
    expect(sent).toHaveLength(3)
    expect(waited[1]).toBeGreaterThan(waited[0]!)
  })
  test('a purchase is tried again with one key for all its tries: yours, or one made for it', async () => {
    const { client, sent } = scripted([lost, () => busy(502), () => busy(402)])
    await client.createTransaction(buy)
    expect(sent.map(({ key }) => key)).toEqual([sent[0]!.key, sent[0]!.key, sent[0]!.key])
    expect(sent[0]!.key).toMatch(/^[\da-f]{32}$/)
    await client.createTransaction(buy, { idempotencyKey: 'mine' })
    expect(sent.at(-1)!.key).toBe('mine')
  })
  test('a command without a key is not repeated where it may have been carried out', async () => {
    const changed = { params: { id: '00000000-0000-4000-8000-000000000301' }, body: { name: 'New' } } as never
    const away = scripted([() => busy(503)])
    await away.client.updateTeam(changed)
    expect(away.sent).toHaveLength(1)
    const unknown = scripted([lost])
    await expect(unknown.client.updateTeam(changed)).rejects.toThrow('fetch failed')
    expect(unknown.sent).toHaveLength(1)
    const refused = scripted([() => busy(429), () => busy(404)])
    await refused.client.updateTeam(changed)
    expect(refused.sent).toHaveLength(2)
  })
  test('a call waits as long as Retry-After says, and answers at once where that is minutes', async () => {
    const { client, sent, waited } = scripted([
      () => busy(429, { 'retry-after': '7' }),
      () => busy(429, { 'retry-after': '600' }),
    ])
    expect((await client.getGift(gift)).fail).toBeInstanceOf(ApiError)
    expect([sent.length, waited]).toEqual([2, [7000]])
  })
  test('a call gives up after `retries`, which are two unless set, and is made once where they are 0', async () => {
    const { client, sent } = scripted([lost])
    await expect(client.getGift(gift)).rejects.toThrow('fetch failed')
    expect(sent).toHaveLength(3)
    const once = scripted([() => busy(503)], { retries: 0 })
    await once.client.getGift(gift)
    await once.client.createTransaction(buy)
    expect(once.sent).toEqual([
      { method: 'GET', key: null },
      { method: 'POST', key: null },
    ])
  })
  test('a try that takes too long is stopped, also while its body comes', async () => {
    vi.useFakeTimers()
    try {
      const hangs = (request: Request): Promise<Response> =>
        new Promise((_, refuse) => request.signal.addEventListener('abort', () => refuse(request.signal.reason)))
      const drips = async (request: Request): Promise<Response> =>
        new Response(
          new ReadableStream({
            start: (body) => request.signal.addEventListener('abort', () => body.error(request.signal.reason)),
          }),
        )
      for (const fetch of [hangs, drips]) {
        const client = createClient({ baseUrl: 'http://api.test', timeoutMs: 5000, fetch })
        const ended = expect(client.getGift(gift)).rejects.toMatchObject({ name: 'TimeoutError' })
        await vi.advanceTimersByTimeAsync(5000)
        await ended
      }
    } finally {
      vi.useRealTimers()
    }
  })
  test('a call that its caller stops is not tried again', async () => {
    const stop = new AbortController()
    const { client, sent } = scripted([
      () => {
        stop.abort(new Error('stopped'))
        return lost()
      },
    ])
    await expect(client.getGift(gift, { signal: stop.signal })).rejects.toThrow()
    expect(sent).toHaveLength(1)
  })
})

test('every error code that the README names is one of the contract’s list', () => {
  const readme = readFileSync(new URL('package/README.md', import.meta.url), 'utf8')
  const codes = [...readme.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => code)
  expect(codes).toContain('idempotency_key_reused')
  for (const code of codes) expect(Object.keys(errorCatalogue)).toContain(code)
})

test('an answer that is not JSON, or of the wrong shape, is named with its URL', async () => {
  const url = 'http://api.test/public/gifts/abcdefgh'
  expect((await call(answering('oops'))).fail).toEqual(new InvalidJsonError(url))
  const malformed = (await call(answering('{"data":1}'))).fail as MalformedResponseError
  expect(malformed).toBeInstanceOf(MalformedResponseError)
  expect(malformed.message).toBe(`Received malformed API response from ${url}`)
})

test('a result that has both a pass and a failure, or neither, is an internal error', () => {
  expect(() => isPass({} as never)).toThrow('Internal error')
  expect(() => isPass({ pass: 1, fail: 2 } as never)).toThrow('Internal error')
  expect(unwrap({ pass: 1 })).toBe(1)
  expect(() => unwrap({ fail: new Error('no') })).toThrow('no')
})

test('an unknown environment is refused; production is the default', async () => {
  const hosts = { beta: 'b', dev: 'd', local: 'l', production: 'p', stage: 's' }
  expect(apiHost(hosts)).toBe('p')
  expect(() => apiHost(hosts, 'moon')).toThrow('Unknown environment specified.')
})

test('a client calls the host of its environment, production unless set, and there is none for an unknown one', async () => {
  const hosts = Object.fromEntries(
    ['beta', 'dev', 'local', 'production', 'stage'].map((name) => [name, `https://${name}.test`]),
  ) as Hosts
  const called: string[] = []
  const fetch = async ({ url }: Request) => {
    called.push(new URL(url).hostname)
    return Response.json({ code: 'not_found', message: 'No such gift.' }, { status: 404 })
  }
  await call(createClient({ hosts, fetch }))
  await call(createClient({ hosts, environment: 'stage', fetch }))
  expect(called).toEqual(['production.test', 'stage.test'])
  expect(() => createClient({ hosts, environment: 'moon', fetch })).toThrow('Unknown environment specified.')
})
