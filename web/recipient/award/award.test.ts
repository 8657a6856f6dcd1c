import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import type { PersonAward } from '#contract/awards/person-page.ts'
import { awardRailNames } from '#contract/core/rails.ts'
import { servePages } from '#web/testing/pages.ts'
import { awardWords } from './words/index.ts'

const path = '/a/abc123def456'
const css = readFileSync(join(import.meta.dirname, 'award.css'), 'utf8')
const languages = Object.keys(awardLanguages) as AwardLanguage[]

const closed: PersonAward = {
  ...{ state: 'closed', teamName: 'Northdale Council', language: null, asksBirthDate: true, triesLeft: 3 },
  proof: null,
  ...{ amountPence: null, currency: 'GBX', expiresAt: null, ways: [], shops: [], code: null, isRefused: false },
}
const opened = { proof: 'tz3k9q.signature', amountPence: 4_900, expiresAt: '2026-12-24T23:59:59.999Z' }
const choose: PersonAward = {
  ...{ ...closed, ...opened, state: 'choose' },
  ways: awardRailNames.map((rail) => ({ rail, validDays: 30 })),
  shops: [{ reference: 'highmarket-gb', name: 'Highmarket' }],
}
const coded: PersonAward = {
  ...{ ...closed, ...opened, state: 'code' },
  code: {
    ...{ rail: 'post-office', shop: null, code: '1234567890123456', pin: null, url: null },
    ...{ barcode: { kind: 'code128', text: '1234567890123456' }, leftPence: 4_900, isOver: false },
  },
}
const states: PersonAward[] = [
  ...[closed, choose, coded, { ...choose, state: 'waiting' as const, ways: [] }],
  ...(['locked', 'cashed', 'expired', 'cancelled', 'replaced'] as const).map((state) => ({ ...closed, state })),
]

const serve = (award: PersonAward, status = 200) =>
  servePages(async () => (status === 200 ? Response.json({ data: award }) : Response.json({ code: 'no' }, { status })))
const render = async (award: PersonAward, lang = 'en') => (await serve(award).get(`${path}?lang=${lang}`)).text()

test.each(states)('the page of an award that is $state is whole in every language, without a script', async (award) => {
  for (const language of languages) {
    const html = await render(award, language)
    expect(html).toContain(`<html lang="${language}" dir="${awardLanguages[language].direction}">`)
    expect(html).toMatch(/<h1>.+<\/h1>/)
    expect(html).not.toMatch(/<script|<img|<link|\{\w+\}|undefined|gift/i)
    if (language !== 'en') expect(html).not.toMatch(new RegExp(`<h1>${awardWords.en.title}|>${awardWords.en.cannot}<`))
  }
})

test('the page of who has told that they cannot use it thanks them first, and no longer asks them to tell', async () => {
  expect(await render(choose)).toContain(awardWords.en.far)
  const told = await render({ ...choose, isRefused: true })
  expect(told).not.toContain(awardWords.en.far)
  expect(told).not.toContain(`>${awardWords.en.cannot}<`)
  expect(told.indexOf('Thank you.')).toBeGreaterThan(0)
  expect(told.indexOf('Thank you.')).toBeLessThan(told.indexOf('type="radio"'))
})

test('every sentence of the page is there in each language, and names what the English one names', () => {
  const places = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).toSorted()
  for (const language of languages) {
    expect(Object.keys(awardWords[language]).toSorted()).toEqual(Object.keys(awardWords.en).toSorted())
    for (const [word, english] of Object.entries(awardWords.en)) {
      const said = awardWords[language][word as keyof typeof awardWords.en]
      expect([language, word, places(said)]).toEqual([language, word, places(english)])
      expect(said.trim()).not.toBe('')
    }
  }
})

/** What Chrome 51 or the browser of iOS 10 does not know. */
const tooNew = [
  ...[/var\(|--[a-z]/, /\bgrid\b/, /(^|[^-])\bgap\b/, /:(is|where|has|focus-visible|focus-within|not\([^)]*,)/],
  ...[/\b(clamp|min|max|env|color-mix|oklch|oklab|lab|lch|hwb)\(/, /@(layer|container|property|supports)/],
  ...[/\b(inset|aspect-ratio|accent-color|color-scheme|backdrop-filter|scroll-behavior|translate|rotate|scale)\s*:/],
  ...[/-(inline|block)(-start|-end)?\s*:/, /(inline|block)-size/, /position:\s*sticky/, /overflow-wrap:\s*anywhere/],
  ...[/\b\d*(dvh|svh|lvh|dvw|cqw|lh|rlh)\b/, /#[0-9a-f]{8}\b|#[0-9a-f]{4}\b/i, /display:\s*(contents|flow-root)/, /&/],
  ...[
    /prefers-|:dir\(|min-content|fit-content|max-content|text-wrap|font-variant-numeric/,
    /(rgb|hsl)\([^,)]*\s[^,)]*\)/,
  ],
]

test('the looks of the page are of what Chrome 51 and iOS 10 know, and nothing that is too new for them', () => {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const feature of tooNew)
    expect([String(feature), rules.match(feature)?.[0]]).toEqual([String(feature), undefined])
})

test('the page is at most 30 KB in all, in the longest language and state', async () => {
  const sizes = await Promise.all(
    languages.flatMap((language) => states.map(async (award) => Buffer.byteLength(await render(award, language)))),
  )
  expect(Math.max(...sizes) + Buffer.byteLength(css)).toBeLessThan(30 * 1024)
})

test('the page speaks the language of the phone, unless another is asked for', async () => {
  const get = (headers: Record<string, string>, query = '') => serve(closed).get(`${path}${query}`, headers)
  const readLanguage = async (response: Response | Promise<Response>) =>
    /lang="(\w+)"/.exec(await (await response).text())?.[1]
  expect(await readLanguage(get({ 'accept-language': 'fr-FR,ur-PK;q=0.9,en;q=0.5' }))).toBe('ur')
  expect(await readLanguage(get({ 'accept-language': 'fr' }))).toBe('en')
  expect(await readLanguage(get({ 'accept-language': 'cy' }, '?lang=pl'))).toBe('pl')
  expect(await readLanguage(get({}, '?lang=constructor'))).toBe('en')
})

test('the page opens in the language that is kept of the person, which any other that is asked for outdoes; kept English gives way to the phone', async () => {
  const shown = async (language: AwardLanguage, query = '') =>
    /<html lang="(\w+)" dir="(\w+)"/
      .exec(await (await serve({ ...closed, language }).get(`${path}${query}`, { 'accept-language': 'pl' })).text())!
      .slice(1)
  expect(await shown('ur')).toEqual(['ur', 'rtl'])
  expect(await shown('ur', '?lang=uk')).toEqual(['uk', 'ltr'])
  expect(await shown('en')).toEqual(['pl', 'ltr'])
})

/** What a form of the page is answered with, and what was asked of the API for it, which answers with the award as it is. */
async function send(award: PersonAward, form: Record<string, string>) {
  const asked: string[] = []
  const pages = servePages(async (request) => {
    asked.push(new URL(request.url).pathname.replace(/^.*\/awards\/\w+/, '') || '/')
    return Response.json({ data: award })
  })
  const response = await pages.post(path, { lang: 'ro', ...form })
  return { status: response.status, html: await response.text(), asked }
}

test.each([
  ['27', '3', '81', ['yearWrong']],
  ['27', '', '1981', ['monthWrong']],
  ['32', '13', '19', ['dayWrong', 'monthWrong', 'yearWrong']],
  ['31', '2', '1981', ['dateWrong']],
  ['1', '1', '2999', ['yearWrong']],
  ['x', '3', '1981', ['dayWrong']],
] as const)(
  'a birth date typed as "%s %s %s" costs no try: the fields that cannot be one are named with an example, and keep what was typed',
  async (day, month, year, wrong) => {
    const { status, html, asked } = await send(closed, { step: 'open', day, month, year })
    // Looked at, never tried.
    expect([status, asked]).toEqual([422, ['/']])
    const { ro } = awardWords
    const said = (['dayWrong', 'monthWrong', 'yearWrong', 'dateWrong'] as const).filter((word) =>
      html.includes(ro[word]),
    )
    expect(said).toEqual(wrong)
    expect(html).toContain(ro.notCounted)
    expect(html).toContain(ro.dateExample)
    expect(html).toContain(`value="${year}"`)
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(wrong[0] === 'dateWrong' ? 3 : wrong.length)
  },
)

test.each([
  ['27', '3', '1981'],
  ['٢٧', '٠٣', '١٩٨١'],
  ['２７', '3', '1981'],
])('a whole birth date is tried, in the digits of any script: %s %s %s', async (day, month, year) => {
  expect((await send(closed, { step: 'open', day, month, year })).asked).toEqual(['/open'])
})

test('no browser speaks for the page: a form without a choice is answered by it, in its language', async () => {
  const { status, html, asked } = await send(choose, { step: 'take', proof: 'tz3k9q.signature' })
  expect([status, asked]).toEqual([422, ['/']])
  expect(html).toContain(awardWords.ro.chooseFirst)
  for (const state of states)
    for (const form of (await render(state)).match(/<form method="post"[^>]*>/g) ?? [])
      expect(form).toContain('novalidate')
})

test('the page that stops texts of an award is in its language and has no word of gifts; one of a gift stays as it was', async () => {
  const pages = (stopped: boolean) => servePages(async () => Response.json({ data: { stopped } }))
  for (const [stopped, word] of [
    [false, 'stop'],
    [true, 'stopped'],
  ] as const) {
    const html = await (await pages(stopped).get('/t/abcd1234?lang=ar')).text()
    expect(html).toContain('<html lang="ar" dir="rtl">')
    for (const part of ['Title', 'Text', 'Action'] as const) expect(html).toContain(awardWords.ar[`${word}${part}`])
    expect(html).not.toMatch(/gift|<script|<img/i)
  }
  const sent = await pages(false).post('/t/abcd1234', { lang: 'ar', stopped: 'true' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/t/abcd1234?lang=ar'])
  expect(await (await pages(false).post('/t/abcd1234', { lang: 'pl', step: 'look' })).text()).toContain(
    awardWords.pl.stopTitle,
  )
  expect(await (await pages(false).get('/t/abcd1234?lang=xx')).text()).toContain('Stop texts to this number?')
})

test('a link that leads nowhere, too many tries and trouble of ours are said in plain words, without a flower', async () => {
  for (const [status, words] of [
    [404, awardWords.pl.unknownTitle],
    [429, awardWords.pl.busyTitle],
    [503, awardWords.pl.troubleTitle],
  ] as const) {
    const response = await serve(closed, status).get(`${path}?lang=pl`)
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(html).toContain(words)
    expect(html).not.toContain('<svg')
  }
})

test('a fault of ours on the page is said in its own plain words and looks, in the language of the phone', async () => {
  const broken = serve({ ...choose, expiresAt: 'no day' })
  const failed = await broken.get(`${path}?lang=cy`)
  const html = await failed.text()
  expect([failed.status, html.includes(awardWords.cy.troubleTitle)]).toEqual([500, true])
  expect(html).toContain('<html lang="cy"')
  expect(html).not.toMatch(/<svg|gift|<link/i)
})
