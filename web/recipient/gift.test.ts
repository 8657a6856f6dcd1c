import { expect, test } from 'vitest'
import type { Gift } from '#contract/hugggs/recipient.ts'
import { standardLook } from '#contract/themes/themes.ts'
import { buildGift, choices, voucher } from '#web/testing/gifts.ts'
import { publicUrl, servePages } from '#web/testing/pages.ts'

const path = '/g/abc123def456'

/** An API that knows one gift and notes what it was asked. */
function api(gift: Gift, refusals: Record<string, number> = {}) {
  const calls: { method: string; path: string; body: unknown }[] = []
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const body = request.body ? await request.json() : null
    calls.push({ method: request.method, path: pathname, body })
    const status = refusals[pathname.split('/')[4] ?? 'get']
    return status ? Response.json({ code: 'no' }, { status }) : Response.json({ data: gift })
  }
  return { fetch, calls }
}

async function renderGift(changes: Partial<Gift>, query = '') {
  const { fetch, calls } = api(buildGift(changes))
  const response = await servePages(fetch).get(`${path}${query}`)
  return { html: await response.text(), status: response.status, calls }
}

/** What each state offers: the words of its one action. */
const states: [string, Partial<Gift>, string | null][] = [
  ['scheduled', { state: 'scheduled', opensAt: '2026-12-24T09:00:00Z' }, 'Remind me when it opens'],
  ['wrapped', { state: 'wrapped' }, 'Unwrap your gift'],
  ['opened', { state: 'opened' }, 'Accept this gift'],
  ['to be chosen', { state: 'opened', choices, choice: { worthPence: 2500, description: null } }, 'Choose this gift'],
  ['claimed', { state: 'claimed' }, 'Show my code'],
  ['revealed', { state: 'revealed', voucher }, 'PSY4-88KD-27QX'],
  ['redeemed', { state: 'redeemed' }, 'Send my thanks'],
  ['expired', { state: 'expired' }, null],
  ['cancelled', { state: 'cancelled' }, null],
  ['refunded for want of a code', { state: 'cancelled', isUnavailable: true }, null],
]

test.each(states)(
  'a gift that is %s is a whole page without scripts and offers its one action',
  async (_, gift, action) => {
    const { html, status, calls } = await renderGift(gift)
    expect(status).toBe(200)
    expect(html).not.toContain('<script')
    expect(html).toMatch(/<h1>.+<\/h1>/)
    expect(html).toContain('lang="en-GB"')
    if (action) expect(html).toContain(action)
    const others = states
      .map(([, , words]) => words)
      .filter((words) => words && words !== action && words !== 'Send my thanks')
    for (const words of others) expect(html).not.toContain(`>${words}<`)
    expect(calls.map(({ method }) => method)).toEqual(['GET'])
  },
)

test('a gift that may be spent in parts says so, and then what is left of it', async () => {
  const product = { ...buildGift().product, faceValuePence: 1000 }
  const whole = await renderGift({ state: 'opened', product: { ...product, balancePence: 1000 } })
  expect(whole.html).toContain('You can spend it in parts')
  const partlySpent = await renderGift({ state: 'revealed', voucher, product: { ...product, balancePence: 650 } })
  expect(partlySpent.html).toContain('£6.50 left to spend')
  expect(partlySpent.html).toMatch(/Left to spend<\/dt><dd>£6\.50/)
  expect((await renderGift({ state: 'redeemed', product: { ...product, balancePence: 0 } })).html).not.toContain(
    'left to spend',
  )
})

test('what the sender says of a choice stands over it, as words', async () => {
  const described = {
    state: 'opened',
    choices,
    choice: { worthPence: 2500, description: 'Tea & cake, on <us>.' },
  } as const
  expect((await renderGift(described)).html).toContain('<p>Tea &amp; cake, on &lt;us&gt;.</p>')
})

test('every form posts, so that following links changes nothing', async () => {
  for (const [, gift] of states) {
    const { html } = await renderGift(gift)
    // What narrows a choice asks for this page again, and no more.
    for (const [form] of html.matchAll(/<form (?!class="choice-filter")[^>]*>/g))
      expect(form).toContain('method="post"')
  }
})

test('two presses lead from the link to the code: unwrapping, then accepting and showing it in one; keeping it for later stays', async () => {
  const { fetch, calls } = api(buildGift({ state: 'opened' }))
  const pages = servePages(fetch)
  const html = await (await pages.get(path)).text()
  expect(html).toContain('value="take" name="step">Accept and show my code<')
  expect(html).toContain('value="claim" name="step">Accept this gift<')
  expect((await pages.post(path, { step: 'take' })).headers.get('location')).toBe(path)
  const posted = calls.filter(({ method }) => method === 'POST').map((call) => call.path.split('/').at(-1))
  expect(posted).toEqual(['claim', 'reveal'])
})

test('a gift whose code is not to be had is accepted all the same, and its page says that nothing is lost', async () => {
  const { fetch, calls } = api(buildGift({ state: 'claimed' }), { reveal: 503 })
  const answer = await servePages(fetch).post(path, { step: 'take' })
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('Nothing is lost')
  expect(calls.map((call) => call.path.split('/').at(-1))).toEqual(['claim', 'reveal', 'abc123def456'])
})

test('a gift that was used names no last day', async () => {
  expect((await renderGift({ state: 'claimed' })).html).toContain('Use it by the end of')
  expect((await renderGift({ state: 'redeemed' })).html).not.toContain('Use it by the end of')
})

test('“The shop refused my code” is a form of the page that shows the code, asks again with what was typed, and is said once', async () => {
  const { fetch, calls } = api(buildGift({ state: 'revealed', voucher }))
  const pages = servePages(fetch)
  const asked = await pages.post(path, { step: 'refuse', shop: 'Daisy, "Leeds"', words: 'Beep' })
  const html = await asked.text()
  expect(asked.status).toBe(422)
  expect(html).toContain('Say what happened and in which shop')
  expect(html).toContain('value="Daisy, &quot;Leeds&quot;"')
  expect(html).toMatch(/<details class="card refusal" id="refused" open=""/)
  const sent = await pages.post(path, { step: 'refuse', reason: 'used', shop: 'Daisy', words: '' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}#refused`])
  expect(calls.at(-1)).toEqual({
    method: 'POST',
    path: '/public/gifts/abc123def456/refusal',
    body: { reason: 'used', shop: 'Daisy', words: null },
  })
  const refusal = { at: '2026-11-26T09:00:00Z', outcome: null }
  const waiting = (await renderGift({ state: 'revealed', voucher, refusal })).html
  expect(waiting).toContain('We are asking the shop')
  expect(waiting).not.toContain('value="refuse"')
})

test.each([
  [{ state: 'revealed', voucher, refusal: { at: '2026-11-26T09:00:00Z', outcome: 'new-code' } }, 'This is a new code'],
  [{ state: 'revealed', voucher, refusal: { at: '2026-11-26T09:00:00Z', outcome: 'issuer' } }, 'Try your code again'],
  [{ state: 'cancelled', refusal: { at: '2026-11-26T09:00:00Z', outcome: 'refund' } }, 'We have returned this gift'],
] satisfies [Partial<Gift>, string][])('what came of a refused code stands on its page: %o', async (gift, words) => {
  expect((await renderGift(gift)).html).toContain(words)
})

test('a preview says who it is from and not what is inside', async () => {
  const { html } = await renderGift({ state: 'wrapped' })
  expect(html).toContain('<meta property="og:title" content="A gift from Amara Okafor"/>')
  expect(html).toContain(`content="${publicUrl}/previews/fern.jpg"`)
  expect(html).not.toContain('Coffee and a pastry')
})

test('a brand’s preview shows its own picture', async () => {
  const previewUrl = `${publicUrl}/looks/0195.jpg`
  const { html } = await renderGift({ theme: { ...standardLook, previewUrl, teamName: 'Fernhill' } })
  expect(html).toContain(`<meta property="og:image" content="${previewUrl}"/>`)
})

test('a gift’s message runs on its page as its own letters do', async () => {
  expect((await renderGift({ state: 'opened', message: 'שלום, Ada!' })).html).toContain('dir="auto">שלום, Ada!')
})

test('a gift’s page escapes whatever people typed', async () => {
  const hostile = '</style><script>alert(1)</script>"><img src=x onerror=alert(1)>'
  const { html } = await renderGift({
    state: 'revealed',
    fromName: hostile,
    message: hostile,
    voucher: { ...voucher, code: hostile, url: 'javascript:alert(1)' },
    reaction: { emoji: null, message: hostile, name: hostile },
    theme: { ...standardLook, accentHex: '}body{display:none}', teamName: hostile },
  })
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('javascript:')
  expect(html).not.toContain('display:none}')
})

test('a team’s colour dresses the gift’s page; a value that is no colour leaves it as it was', async () => {
  const themed = { ...standardLook, teamName: 'Fernhill' }
  expect((await renderGift({ theme: { ...themed, accentHex: '#0F766E' } })).html).toContain('--accent:#0f766e')
  expect((await renderGift({ theme: { ...themed, accentHex: 'teal' } })).html).not.toContain('--accent:teal')
})

test('the opening of a gift plays once, right after unwrapping', async () => {
  expect((await renderGift({ state: 'opened' }, '?just=opened')).html).toContain('unwrapping')
  expect((await renderGift({ state: 'opened' })).html).not.toContain('unwrapping')
})

test('a gift’s page shows a barcode, the code in words, PIN and last day', async () => {
  const { html } = await renderGift({ state: 'revealed', voucher })
  for (const part of ['role="img"', 'PSY4-88KD-27QX', '4821', 'Sunday, 14 February 2027', `${path}/calendar.ics`]) {
    expect(html).toContain(part)
  }
})

test('a shop’s own code says until when the shop takes it, and after that to ask the shop', async () => {
  const shown = async (takesUntil: string | null, isOver = false) =>
    (
      await renderGift({
        state: 'revealed',
        expiresAt: takesUntil,
        voucher: { ...voucher, shop: { takesUntil, isOver } },
      })
    ).html
  const day = '2027-03-31T22:59:59.999Z'
  expect(await shown(day)).toContain('The shop takes this code until the end of Wednesday, 31 March 2027')
  const over = await shown(day, true)
  expect(over).toContain('PSY4-88KD-27QX')
  expect(over).toContain('Ask the shop')
  for (const html of [over, await shown(null)]) expect(html).not.toContain('calendar.ics')
})

test('a gift’s page asks for age where the gift is for adults only', async () => {
  const { html } = await renderGift({ state: 'opened', product: { ...buildGift().product, over18: true } })
  expect(html).toContain('I am 18 or over')
  expect(html).toContain('name="over18"')
})

test('a choice shows what its sender says of a kind, as words, with the picture they put beside it, and leads to that kind', async () => {
  const told = { ...choices[0]!, description: 'From <b>us</b>', imageUrl: '/uploads/kind.png' }
  const gift: Partial<Gift> = {
    state: 'opened',
    choices: [told, { ...choices[0]!, segmentName: 'Books & films' }],
    choice: { worthPence: 2500, description: null },
  }
  const { html } = await renderGift(gift)
  expect(html).toContain('From &lt;b&gt;us&lt;/b&gt;')
  expect(html).toContain('src="/uploads/kind.png"')
  expect(html).toContain(`href="${path}?kind=Coffee+and+cake"`)
  expect((await renderGift(gift, '?kind=Books+%26+films')).html).not.toContain('From &lt;b&gt;us')
})

test('a choice says what it is worth and what each option costs, and asks once before money is left over', async () => {
  const cheap = { ...choices[0]!.options[0]!, pricePence: 500 }
  const gift: Partial<Gift> = {
    state: 'opened',
    choices: [{ ...choices[0]!, segmentName: 'Treats', options: [cheap] }],
    choice: { worthPence: 2500, description: null },
  }
  const { html } = await renderGift(gift)
  for (const words of ['Worth up to £25', '£5<', 'role="radiogroup" aria-label="Gifts to choose from"'])
    expect(html).toContain(words)
  expect((await renderGift(gift, '?word=nothing')).html).toContain('No gifts match')

  const { fetch, calls } = api(buildGift(gift))
  const pages = servePages(fetch)
  const choose = (more: object) => pages.post(path, { step: 'choose', productId: cheap.productId, ...more })
  const asked = await choose({})
  expect([asked.status, asked.headers.get('Location')]).toEqual([303, `${path}?pick=${cheap.productId}`])
  const question = await renderGift(gift, `?pick=${cheap.productId}`)
  expect(question.html).toContain('This gift is worth £5. £20 goes back to')
  // Told another sum than what is left over now, they are asked again.
  expect((await choose({ leftOver: '1500' })).headers.get('Location')).toContain('?pick=')
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  expect((await choose({ leftOver: '2000' })).headers.get('Location')).toBe(path)
  expect(calls.at(-1)).toMatchObject({ method: 'POST', body: { productId: cheap.productId } })
})

test('a gift of the full price is asked about too before it is chosen for good, without scripts', async () => {
  const [option] = choices[0]!.options
  const gift: Partial<Gift> = {
    ...{ state: 'opened', choices },
    choice: { worthPence: option!.pricePence, description: null },
  }
  const { fetch, calls } = api(buildGift(gift))
  const pages = servePages(fetch)
  const choose = (more: object) => pages.post(path, { step: 'choose', productId: option!.productId, ...more })
  expect((await choose({})).headers.get('Location')).toBe(`${path}?pick=${option!.productId}`)
  expect((await renderGift(gift, `?pick=${option!.productId}`)).html).toContain(
    'all of your gift. You can choose once.',
  )
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  expect((await choose({ leftOver: '0' })).headers.get('Location')).toBe(path)
  expect(calls.at(-1)).toMatchObject({ method: 'POST', body: { productId: option!.productId } })
})

test('each step of a gift posts to its endpoint and comes back by GET', async () => {
  const productId = choices[0]!.options[0]!.productId
  const steps: [Record<string, string>, string, unknown, string][] = [
    [{ step: 'open' }, 'open', null, `${path}?just=opened`],
    [{ step: 'choose', productId, leftOver: '0' }, 'choose', { productId }, path],
    [{ step: 'claim' }, 'claim', {}, path],
    [{ step: 'claim', over18: 'yes' }, 'claim', { over18: true }, path],
    [{ step: 'reveal' }, 'reveal', null, path],
    [
      { step: 'react', emoji: '🎉', message: ' Thanks! ', name: '' },
      'reaction',
      { emoji: '🎉', message: 'Thanks!', name: null },
      `${path}#thanks`,
    ],
  ]
  for (const [form, endpoint, body, location] of steps) {
    const { fetch, calls } = api(buildGift())
    const response = await servePages(fetch).post(path, form)
    expect([response.status, response.headers.get('Location')]).toEqual([303, location])
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([
      { method: 'POST', path: `/public/gifts/abc123def456/${endpoint}`, body },
    ])
  }
})

test.each([
  ['open', 409, 'That was already done'],
  ['reveal', 503, 'We could not reach the shop'],
  ['claim', 429, 'Give it a minute'],
])('%s refused with %i says so politely beside the gift', async (step, status, words) => {
  const { fetch } = api(buildGift({ state: 'claimed' }), { [step]: status })
  const response = await servePages(fetch).post(path, { step })
  const html = await response.text()
  expect(response.status).toBe(status)
  expect(html).toContain(words)
  expect(html).toContain('Show my code')
})

test('thanks that cannot be sent keep what was typed', async () => {
  const { fetch } = api(buildGift({ state: 'redeemed' }), { reaction: 429 })
  const response = await servePages(fetch).post(path, { step: 'react', emoji: '', message: 'So kind', name: 'Jo' })
  expect(await response.text()).toMatch(/So kind<\/textarea>/)
})

test('thanks without a face or words are asked for again, not sent', async () => {
  const { fetch, calls } = api(buildGift({ state: 'redeemed' }))
  const response = await servePages(fetch).post(path, { step: 'react', message: '  ' })
  expect(response.status).toBe(422)
  expect(calls.map(({ method }) => method)).toEqual(['GET'])
})

test.each([
  [404, 404, 'We cannot find that gift'],
  [429, 429, 'One moment, please'],
  [500, 503, 'Your gift is safe'],
])('an API that answers %i gives an apology page with %i', async (answered, status, words) => {
  const { fetch } = api(buildGift(), { get: answered })
  const response = await servePages(fetch).get(path)
  const html = await response.text()
  expect(response.status).toBe(status)
  expect(html).toContain(words)
  expect(html).not.toContain('<script')
})

test('an answer that breaks the contract is reported and shown as our trouble', async () => {
  const pages = servePages(async () => Response.json({ data: { state: 'eaten' } }))
  const response = await pages.get(path)
  expect(response.status).toBe(503)
  expect(pages.errors).toHaveLength(1)
})

test('an unknown step of a gift is refused', async () => {
  const { fetch, calls } = api(buildGift())
  const response = await servePages(fetch).post(path, { step: 'refund' })
  expect(response.status).toBe(400)
  expect(calls).toEqual([])
})
