import { expect, test } from 'vitest'
import type { OwnTill, TillDay, TillVoucher } from '#contract/hugggs/till-page.ts'
import { pageContext, publicUrl } from '#web/testing/pages.ts'
import { answerTill } from './routes.tsx'

const STORE = '00000000-0000-4000-8000-000000000511'
const REDEMPTION = '00000000-0000-4000-8000-00000000e001'
const PRESS = '00000000-0000-4000-8000-00000000e002'
const till: OwnTill = {
  id: 'till-1',
  name: 'Front counter',
  merchant: { id: 'b', name: 'Daisy Coffee' },
  location: { id: STORE, name: 'Leeds' },
}
const voucher: TillVoucher = {
  product: { id: 'p', name: 'Daisy <gift> card' },
  code: 'K7YW-2Q8R-ABCD-7',
  currency: 'GBX',
  balance: 1000,
  price: 1000,
  allowsParts: true,
  expiresAt: '2027-01-31T23:59:59.999Z',
}
const day: TillDay = {
  day: '2026-11-26',
  tills: [{ id: 'till-1', name: 'Front counter' }],
  redemptions: [
    {
      ...{ id: REDEMPTION, at: '2026-11-26T09:30:00Z', till: { id: 'till-1', name: '=Front' }, location_id: STORE },
      ...{
        product: { id: 'p', name: 'Card' },
        code_ending: '9XK7',
        amount: 680,
        currency: 'GBX',
        undone_at: null,
        is_settled: false,
      },
    },
  ],
  totals: [{ currency: 'GBX', count: 1, amount: 680 }],
}

interface Asked {
  name: string
  call: { params?: { id?: string }; body?: object; query?: object }
  options: { token?: string; idempotencyKey?: string }
}
type Problem = { status: number; code: string; message?: string; details?: object[] }

/** The pages over an API that answers by endpoint, or refuses. */
function openTill(answers: Record<string, unknown | (() => Problem)> = {}, cookie = '__Secure-till=till_secret') {
  const asked: Asked[] = []
  const errors: unknown[] = []
  const known: Record<string, unknown> = {
    getOwnTill: till,
    getTillVoucher: voucher,
    listTillRedemptions: day,
    redeemHuggg: { id: REDEMPTION },
    signInTill: { token: 'till_new' },
    signOutTill: { success: true },
    ...answers,
  }
  const invoke = async ({ id: name }: { id: string }, call: Asked['call'], options: Asked['options']) => {
    asked.push({ name, call, options })
    const answer = known[name]
    if (typeof answer !== 'function') return { ok: true, value: { data: answer } }
    return { ok: false, problem: { details: [], help: '', message: 'Refused.', requestId: 'r', ...answer() } }
  }
  const page = pageContext({ invoke: invoke as never, reportError: (error) => void errors.push(error) })
  const send = async (path: string, init: RequestInit = {}) => {
    const headers: Record<string, string> = cookie ? { cookie } : {}
    const response = await answerTill(new Request(`${publicUrl}${path}`, { headers, ...init }), page)!
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const post = (path: string, fields: Record<string, string>) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields) })
  return { send, post, asked, errors }
}
const redeeming = { code: 'K7YW2', press: PRESS, currency: 'GBX', location: STORE }

test('a code signs in by a cookie that travels to the till alone and that no script reads', async () => {
  const { post, asked } = openTill({}, '')
  const answer = await post('/till/sign-in', { code: ' abcd-efgh ' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/till'])
  const cookie = answer.headers.get('set-cookie')!
  expect(cookie).toMatch(/^__Secure-till=till_new; /)
  for (const part of ['Path=/till', 'HttpOnly', 'Secure', 'SameSite=Strict']) expect(cookie).toContain(part)
  expect(asked[0]!.call.body).toEqual({ code: 'abcd-efgh' })
})

test('no till’s page shows or does anything before it is signed in', async () => {
  const { send, post, asked } = openTill({}, '')
  for (const path of ['/till', '/till/day', '/till/day.csv', `/till/receipts/${REDEMPTION}`])
    expect((await send(path)).text, path).toContain('Sign this till in')
  for (const path of ['/till', '/till/redeem', `/till/receipts/${REDEMPTION}`, '/till/sign-out'])
    expect((await post(path, redeeming)).status, path).toBe(401)
  expect(asked).toEqual([])
})

test('a till whose sign-in has ended is told so, forgets it, and nothing looks as if it went through', async () => {
  const ended = openTill({ redeemHuggg: () => ({ status: 401, code: 'unauthenticated' }) })
  const answer = await ended.post('/till/redeem', { ...redeeming, take: 'all' })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, expect.stringContaining('Max-Age=0')])
  expect(answer.text).toContain('Nothing was taken')
})

test('looking a code up shows what it is worth and until when, and redeems nothing', async () => {
  const { post, asked } = openTill()
  const looked = await post('/till', { code: ' k7yw2 ' })
  expect([looked.status, looked.headers.get('location')]).toEqual([303, '/till/gift'])
  const [kept] = looked.headers.get('set-cookie')!.split(';')
  expect(looked.headers.get('set-cookie')).toMatch(/k7yw2; Max-Age=900; Path=\/till; HttpOnly; Secure; SameSite=Strict/)
  const { text } = await openTill({}, `__Secure-till=till_secret; ${kept}`).send('/till/gift')
  for (const words of [
    'Daisy &lt;gift&gt; card',
    '£10.00',
    '31 January 2027',
    'Take this amount',
    'Redeem all £10.00',
    'K7YW-2Q8R-ABCD-7',
  ])
    expect(text).toContain(words)
  expect(asked.map(({ name }) => name)).toEqual(['getTillVoucher'])
  expect(asked.every(({ options }) => options.token === 'till_secret')).toBe(true)
})

test.each([
  [{ take: 'part', amount: '6,80' }, 680],
  [{ take: 'part', amount: '£6.8' }, 680],
  [{ take: 'all', shown: '1000' }, 1000],
])('redeeming %j takes what was meant, named by its press', async (fields, amount) => {
  const { post, asked } = openTill()
  const answer = await post('/till/redeem', { ...redeeming, ...fields })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/till/receipts/${REDEMPTION}`])
  expect(answer.headers.get('set-cookie')).toContain('__Secure-till_gift=; Max-Age=0')
  const { call, options } = asked.find(({ name }) => name === 'redeemHuggg')!
  expect(call).toEqual({ params: { id: 'K7YW2' }, body: { location_id: STORE, amount } })
  expect(options.idempotencyKey).toBe(PRESS)
})

test.each(['', '0', 'ten', '-5', '1.234,5.6'])(
  'an amount of “%s” takes nothing, and keeps the press for the next try',
  async (amount) => {
    const { post, asked } = openTill()
    const answer = await post('/till/redeem', { ...redeeming, take: 'part', amount, left: '1000' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Nothing was taken')
    expect(answer.text).not.toMatch(/such as (250|1250)/)
    expect(answer.text).toContain(PRESS)
    expect(asked.some(({ name }) => name === 'redeemHuggg')).toBe(false)
  },
)

test('a used gift is said with when, and whether it was used here', async () => {
  const told = async (isHere: boolean) => {
    const reason = { code: 'used_before', at: '2026-11-26T14:03:00Z', location: 'York', isHere }
    const details = [{ path: 'id', message: 'was used', reason }]
    const { post } = openTill({ getTillVoucher: () => ({ status: 405, code: 'already_redeemed', details }) })
    return (await post('/till', { code: 'K7YW2' })).text
  }
  expect(await told(true)).toMatch(/This gift was used here on 26 Nov.*14:03.*Nothing was taken now/)
  expect(await told(false)).toMatch(/This gift was used at York on 26 Nov/)
})

test('unknown gifts and those of other shops are refused in the same words', async () => {
  const refusals: [number, string][] = [
    [404, 'not_found'],
    [403, 'not_this_merchant'],
  ]
  const texts = []
  for (const [status, code] of refusals) {
    const pages = openTill({ getTillVoucher: () => ({ status, code }) })
    texts.push(
      (await pages.post('/till', { code: 'K7YW2' })).text.match(
        /<p class="notice danger" role="alert" id="problem">(.*?)<\/p>/,
      )![1],
    )
  }
  expect(texts[0]).toContain('No gift of this shop has this code')
  expect(texts[1]).toBe(texts[0])
})

test('where nothing was heard back the same press can be sent again, and the page does not claim that it failed', async () => {
  const away = openTill({ redeemHuggg: () => ({ status: 503, code: 'unavailable' }) })
  const answer = await away.post('/till/redeem', { ...redeeming, take: 'part', amount: '6,80' })
  expect(answer.status).toBe(503)
  for (const words of ['We did not hear whether it went through', PRESS, 'value="6,80"', 'value="part"', 'Press again'])
    expect(answer.text).toContain(words)
  expect(answer.text).not.toContain('Nothing was taken.</p><form')
  expect(away.errors).toHaveLength(1)
})

test('the list of a day downloads as a file in which nothing is a formula', async () => {
  const { send, asked } = openTill()
  const answer = await send('/till/day.csv?day=2026-11-26&till=till-1')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="redeemed-2026-11-26.csv"')
  expect(answer.text.split('\r\n')[1]).toBe(
    `"2026-11-26 09:30:00","'=Front","Card","6.80","GBP",,"${REDEMPTION}","9XK7"`,
  )
  expect((await send('/till/day')).text).toContain('…9XK7 · =Front')
  expect(asked.find(({ name }) => name === 'listTillRedemptions')!.call).toEqual({
    query: { day: '2026-11-26', till: 'till-1' },
  })
})

test.each([
  ['GET', '/till/receipts/none', 404],
  ['POST', '/till/receipts/none', 404],
  ['POST', '/till/day', 405],
  ['POST', '/till/online', 405],
  ['GET', '/till/redeem', 303],
  ['GET', '/till/gift', 303],
])('%s %s answers %i and reports nothing', async (method, path, status) => {
  const pages = openTill({ getTillRedemption: () => ({ status: 422, code: 'invalid_fields' }) })
  const answer = await pages.send(path, method === 'POST' ? { method, body: new URLSearchParams(redeeming) } : {})
  expect([answer.status, pages.errors]).toEqual([status, []])
})

test.each(['/tills', '/till-page', '/till/receipts', '/till/nowhere'])('%s is no page of a till', (path) => {
  expect(answerTill(new Request(`${publicUrl}${path}`), pageContext())).toBeNull()
})
