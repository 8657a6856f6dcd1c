import { expect, test } from 'vitest'
import { buildGift } from '#web/testing/gifts.ts'
import { invokeOver, pageContext, publicUrl, servePages } from '#web/testing/pages.ts'
import { answerRecipient } from './routes.tsx'

const refusing = (status: number) => servePages(async () => Response.json({ code: 'no' }, { status }))

/** The code that the API is asked for when a page is. */
async function codeAskedFor(path: string): Promise<string | undefined> {
  const asked: string[] = []
  const pages = servePages(async (request) => {
    asked.push(decodeURIComponent(new URL(request.url).pathname.split('/')[3]!))
    return Response.json({ data: buildGift() })
  })
  expect((await pages.get(path)).status).toBe(200)
  return asked[0]
}

test.each([
  ['/g/abc123def456', 'abc123def456'],
  ['/G/ABC123DEF456', 'ABC123DEF456'],
  ['/g/abc123def456/', 'abc123def456'],
  ['/g/abc123def456.', 'abc123def456.'],
  ['/g/abc%20123', 'abc 123'],
  ['/g/%E0%A4', '%E0%A4'],
])('a gift’s link works however it was passed on: %s', async (path, code) => {
  expect(await codeAskedFor(path)).toBe(code)
})

test.each(['/', '/g/abc/more', '/gifts/abc', '/s', '/t/', '/gift-not-received/more', '/find-gifts/more', '/sign-in'])(
  '%s is no page of a recipient',
  (path) => expect(answerRecipient(new Request(`${publicUrl}${path}`), pageContext())).toBeNull(),
)

test.each([
  ['ABCD-1234-EFGH-7', '/g/abcd1234efgh7'],
  [' abcd 1234 efgh ', '/g/abcd1234efgh'],
  ['https://posy.test/g/abcd1234efgh', '/g/abcd1234efgh'],
])('the code on a printed card leads to its gift however it is typed: %s', async (code, to) => {
  const response = await servePages(async () => Response.json({ data: buildGift() })).post('/g', { code })
  expect([response.status, response.headers.get('location')]).toEqual([303, to])
})

test('a code that no gift has is said to be wrong beside what was typed, so that it can be mended there', async () => {
  const response = await refusing(404).post('/g', { code: '9W3X-1RWV-V6B8' })
  expect([response.status, response.headers.get('location')]).toEqual([404, null])
  const page = await response.text()
  expect(page).toContain('No gift has that code')
  expect(page).toContain('value="9W3X-1RWV-V6B8"')
  expect((await refusing(429).post('/g', { code: '9W3X-1RWV-V6B8' })).status).toBe(429)
})

test.each(['', 'abc', '../é?', 'اب‌جد-1234'])('what is no code of a card leads nowhere: %s', async (code) => {
  const response = await refusing(404).post('/g', { code })
  expect([response.status, response.headers.get('location')]).toEqual([422, null])
  expect(await response.text()).toContain('That is not a whole code')
})

test.each([
  ['/find-gifts', '/public/gifts/find'],
  ['/gift-not-received', '/public/gifts/not-received'],
])('%s answers alike for every address, and says what is no address', async (page, endpoint) => {
  const asked: string[] = []
  const pages = servePages(async (request) => {
    asked.push(new URL(request.url).pathname)
    return Response.json({ success: true })
  })
  expect((await pages.get(page)).status).toBe(200)
  const sent = await pages.post(page, { address: 'ada@friends.test' })
  expect([sent.status, sent.headers.get('location'), asked]).toEqual([303, `${page}?sent=1`, [endpoint]])
  const refused = await refusing(422).post(page, { address: 'no "address"' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('value="no &quot;address&quot;"')
})

test('HEAD of a gift’s page says what GET says, without the page', async () => {
  const page = pageContext({ invoke: invokeOver(async () => Response.json({ data: buildGift() })) })
  const response = await answerRecipient(new Request(`${publicUrl}/g/abc`, { method: 'HEAD' }), page)!
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await response.text()).toBe('')
})

test.each([
  ['/g/abc/calendar.ics', 'We cannot find that gift'],
  ['/g/abc/reminders', 'We cannot find that gift'],
  ['/s/abc', 'We cannot find that gift'],
  ['/t/abc', 'This link does not work'],
])('%s of something that is not there says so on a page', async (path, words) => {
  const response = await refusing(404).get(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await response.text()).toContain(words)
})

test.each([
  [429, '60'],
  [503, '30'],
])('a recipient’s page that answers %i says when to ask again', async (status, seconds) => {
  for (const path of ['/g/abc', '/g/abc/reminders', '/s/abc', '/t/abc']) {
    const response = await refusing(status).get(path)
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, status, seconds])
  }
})

test('a form sent to a recipient’s page that has none changes nothing and is told so', async () => {
  const response = await refusing(404).post('/g/abc/calendar.ics', { step: 'open' })
  expect(response.status).toBe(405)
  expect(await response.text()).toContain('Nothing was changed')
})

test('a bug in a recipient’s page is reported and shown as our trouble', async () => {
  const bug = new Error('a bug')
  const errors: unknown[] = []
  const page = pageContext({ reportError: (error) => void errors.push(error) })
  let reads = 0
  const get = () => {
    if (reads++ === 0) throw bug
    return 'n0nce'
  }
  const request = new Request(`${publicUrl}/gift-not-received`)
  const response = await answerRecipient(request, Object.defineProperty(page, 'nonce', { get }))!
  expect(await response.text()).toContain('Your gift is safe')
  expect([response.status, errors]).toEqual([500, [bug]])
})
