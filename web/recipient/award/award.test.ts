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
  ...{ state: 'closed', teamName: 'Northdale Council', asksBirthDate: true, triesLeft: 3, proof: null },
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
