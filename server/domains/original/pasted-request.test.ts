import { expect, test } from 'vitest'
import { checkRequest } from './check-request.ts'
import { readPastedRequest } from './pasted-request.ts'

const body = { payment: { method: 'walletCommitment', reference: '00000000-0000-4000-8000-000000000401' } }
const json = JSON.stringify(body)

test.each([
  [
    'a browser’s “copy as cURL”',
    `curl 'https://api.huggg.me/api/v2/transactions?embed[]=hugggs' \\\n  -H 'content-type: application/json' \\\n  -H 'X-Huggg-API-Key: k' \\\n  --data-raw '${json}' \\\n  --compressed`,
  ],
  [
    'short options in one word',
    `curl -sS -XPOST -H"Content-Type: application/json" -H"X-Huggg-API-Key: k" "https://api.huggg.me/api/v2/transactions?embed[]=hugggs" -d ${JSON.stringify(json)}`,
  ],
  [
    '--json and --url',
    `$ curl --url=https://api.huggg.me/api/v2/transactions?embed[]=hugggs --header 'X-Huggg-API-Key: k' --json '${json}'`,
  ],
  [
    'dollar quotes',
    `curl https://api.huggg.me/api/v2/transactions?embed[]=hugggs -H 'X-Huggg-API-Key: k' -H 'Content-Type: application/json' -d $'${json.replace('wallet', '\\u0077allet')}'`,
  ],
  [
    'lines of HTTP from Windows',
    `POST /api/v2/transactions?embed[]=hugggs HTTP/1.1\r\nHost: api.huggg.me\r\nContent-Type: application/json\r\nX-Huggg-API-Key: k\r\n\r\n${json}`,
  ],
  [
    'an address and JSON',
    `post https://api.huggg.me/api/v2/transactions?embed[]=hugggs\nContent-Type: application/json\nX-Huggg-API-Key: k\n${json}`,
  ],
])('a request is read from %s', (_, text) => {
  const { method, address, headers, body: sent } = readPastedRequest(text)
  expect([method, decodeURI(address), headers.get('content-type'), headers.get('x-huggg-api-key')]).toEqual([
    'POST',
    '/api/v2/transactions?embed[]=hugggs',
    'application/json',
    'k',
  ])
  expect(JSON.parse(sent!)).toEqual(body)
})

test('-G turns data into a query, and options of curl are told apart from the address', () => {
  const asked = readPastedRequest("curl -G api.huggg.me/api/v2/brands -d 'id[]=1' --data-urlencode page=2")
  expect([asked.method, asked.address, asked.body]).toEqual(['GET', '/api/v2/brands?id[]=1&page=2', null])
  for (const command of [
    'curl -sX POST https://h/api/v2/search -d {}',
    'curl --cacert ca.pem -sSLX POST -o out https://h/api/v2/search -d {}',
    'curl -d {} https://h/api/v2/search',
  ])
    expect(readPastedRequest(command)).toMatchObject({ method: 'POST', address: '/api/v2/search', body: '{}' })
  expect(readPastedRequest('curl -u me:secret h/api/v2/brands').headers.has('authorization')).toBe(true)
  expect(readPastedRequest("curl h/api/v2/search -d '-5'").body).toBe('-5')
})

test.each([
  '',
  'curl -X TRACE h/x',
  'curl -X "any text" h/x',
  'curl h/x -X',
  'curl -d @gift.json h/api/v2/transactions',
  'curl -F file=@a.csv h/v3/uploads',
  'OPTIONS /x',
  'hello',
  '{"a":1}',
  "curl -H 'x: y",
  'curl -X POST',
  'POST',
  'GET javascript:alert(1)',
  'curl -H "a b: c" /x',
])('text that is no request is refused as such: %s', (text) => {
  expect(() => readPastedRequest(text)).toThrow(expect.objectContaining({ code: 'invalid_fields' }))
})

test('a pasted request is reported as accepted, refused by its fields, or for no endpoint; a key is never repeated', async () => {
  const taken = await checkRequest(`GET /api/v2/brands/?embed[]=stores&platform=app&_=1\nX-Huggg-API-Key: secret-key`)
  expect(taken).toMatchObject({ isAccepted: true, status: 200, endpoint: { id: 'listBrandsV2' } })
  expect(taken.names.filter(({ read }) => read.startsWith('nothing')).map(({ sent }) => sent)).toEqual([
    'platform=app',
    '_=1',
  ])
  const wrong = await checkRequest(
    `POST /api/v2/transactions\n${JSON.stringify({ ...body, purchase: { type: 'huggg', reference: body.payment.reference, quantitty: 1 } })}`,
  )
  expect(wrong).toMatchObject({ isAccepted: false, status: 422, code: 'invalid_fields' })
  expect(wrong.details.map(({ path }) => path)).toContain('purchase.quantitty')
  expect(wrong.notes.join()).toMatch(/without a bearer token or X-Huggg-API-Key the answer is 401/)
  expect(await checkRequest('GET /api/v2/huggg/get/abc')).toMatchObject({
    endpoint: null,
    status: 404,
    isAccepted: false,
  })
  expect(await checkRequest('DELETE /api/v2/brands')).toMatchObject({ endpoint: null, status: 405 })
  expect(await checkRequest('curl -I https://h/nothing')).toMatchObject({ method: 'HEAD', status: 404 })
  expect(await checkRequest('HEAD /api/v2/brands')).toMatchObject({ isAccepted: true })
  expect(await checkRequest('POST /api/v2/transactions\n{"purchase":')).toMatchObject({ code: 'malformed_json' })
  expect(JSON.stringify([taken, wrong])).not.toContain('secret-key')
})
