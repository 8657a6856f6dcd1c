/**
 * What a page costs: processor time of the server (PostgreSQL, production mode, packed as browsers ask for it, no answer
 * cached anywhere), and the script that comes with it.
 *   node bench/web.ts [rounds] [pages per round] [--against <folder> [--page <name>]…]
 * Against another checkout, which has its own node_modules: both serve each page in turn, those that both have, or those
 * that are named (of `titles`).
 */

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Posy } from '#e2e/support/posy.ts'
import { interleave, report } from './support.ts'
import { openPages, type PagesOfPosy } from './web-pages.ts'

const CLIENTS = 4
const WARM_UP = 1000
const { values, positionals } = parseArgs({
  options: { against: { type: 'string' }, page: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const [rounds = 5, perRound = 400] = positionals.map(Number)

/** Seconds of processor time the server has used, all of its threads together. */
async function cpuSeconds(posy: Posy): Promise<number> {
  const { text } = await posy.call('GET', '/metrics')
  return Number(text.match(/^process_cpu_seconds_total (\S+)/m)![1])
}

/** Milliseconds of the server's processor time for one page. */
async function measureCpu(posy: Posy, path: string, cookie = '', pages = perRound): Promise<number> {
  const before = await cpuSeconds(posy)
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', ...(cookie && { cookie }) }
  const result = await autocannon({ url: `${posy.url}${path}`, connections: CLIENTS, amount: pages, headers })
  if (result.non2xx || result.errors) throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`)
  return ((await cpuSeconds(posy)) - before) * (1000 / pages)
}

/** Kilobytes of script, packed, that a page loads at once; of further scripts it only knows the names. */
async function measureScripts(posy: Posy, path: string, cookie = ''): Promise<number> {
  const { text } = await posy.call('GET', path, { headers: { cookie } })
  const loaded = text.matchAll(/<(?:link rel="modulepreload" href|script[^>]* src)="([^"]+\.js)"/g)
  const scripts = [...new Set([...loaded].map(([, script]) => script!))]
  const sizes = scripts.map(async (script) => gzipSync((await posy.call('GET', script)).text).byteLength)
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1000
}

/** Kilobytes of a page with all that it names, packed: for a phone on a slow line. */
async function measureWhole(posy: Posy, path: string): Promise<number> {
  const { text } = await posy.call('GET', path)
  const named = [...text.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js|svg|png|woff2))"/g)].map(([, file]) => file!)
  const files = [...new Set(named)].map(async (file) => Buffer.from(await (await fetch(posy.url + file)).arrayBuffer()))
  return (
    [Buffer.from(text), ...(await Promise.all(files))].reduce((sum, part) => sum + gzipSync(part).byteLength, 0) / 1000
  )
}

/**
 * Milliseconds of this process for a fixed piece of such work, a bare list of sixty gifts: machines differ by three times,
 * and one machine from hour to hour. It tells a quick moment from a slow one, and is too rough to correct figures by.
 */
async function measureGauge(renders = 10 * perRound): Promise<number> {
  const gifts = Array.from({ length: 60 }, (_, at) =>
    createElement(
      'li',
      { key: at },
      createElement('a', { href: `/products/${at}` }, createElement('img', { src: `/gift-${at}.svg` }), `Gift ${at}`),
    ),
  )
  const before = process.cpuUsage()
  for (let render = 0; render < renders; render++) renderToString(createElement('ul', null, gifts))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / renders
}

/** What is measured of one server, by name. */
function measurements({ posy, cookie, wrapped, revealed, branded, award }: PagesOfPosy) {
  return {
    catalogue: (pages?: number) => measureCpu(posy, '/browse', cookie, pages),
    search: (pages?: number) => measureCpu(posy, '/browse?q=coffee', cookie, pages),
    home: (pages?: number) => measureCpu(posy, '/home', cookie, pages),
    signIn: (pages?: number) => measureCpu(posy, '/sign-in', '', pages),
    wrapped: (pages?: number) => measureCpu(posy, wrapped, '', pages),
    revealed: (pages?: number) => measureCpu(posy, revealed, '', pages),
    award: (pages?: number) => measureCpu(posy, award, '', pages),
    brandedWrapped: (pages?: number) => measureCpu(posy, branded.wrapped, '', pages),
    brandedRevealed: (pages?: number) => measureCpu(posy, branded.revealed, '', pages),
  }
}

type PageName = keyof ReturnType<typeof measurements>

const titles: Record<PageName, string> = {
  catalogue: 'catalogue, 60 gifts, signed in',
  search: 'a search in it',
  home: 'home, signed in',
  signIn: 'the page to sign in',
  wrapped: 'a gift, wrapped',
  revealed: 'a gift, its code revealed',
  award: 'the page of someone whom an award helps',
  brandedWrapped: 'a gift with a brand, wrapped',
  brandedRevealed: 'a gift with a brand, its code revealed',
}

/** Each compared to the other in the same round. */
const ratios = (these: number[], those: number[]) => these.map((figure, round) => figure / those[round]!)

async function measureAlone(pages: PagesOfPosy): Promise<void> {
  const { posy, cookie, branded, revealed, award } = pages
  const measured = { gauge: measureGauge, ...measurements(pages) }
  for (const one of Object.values(measured)) await one(WARM_UP)
  const figures = await interleave(rounds, measured)
  report('gauge: a bare list of 60, for comparison', figures.gauge, 'ms')
  report(`processor: ${titles.catalogue}`, figures.catalogue, 'ms', { atMost: 8 })
  report(`processor: ${titles.search}`, figures.search, 'ms')
  report(`processor: ${titles.home}`, figures.home, 'ms')
  report(`processor: ${titles.signIn}`, figures.signIn, 'ms')
  report(`processor: ${titles.wrapped}`, figures.wrapped, 'ms', { atMost: 2.5 })
  report(`processor: ${titles.revealed}`, figures.revealed, 'ms', { atMost: 2.5 })
  report(`processor: ${titles.award}`, figures.award, 'ms', { atMost: 2.5 })
  report('in all: the page of someone whom an award helps', [await measureWhole(posy, award)], 'KB', { atMost: 30 })
  report('with a brand: a gift, wrapped', ratios(figures.brandedWrapped, figures.wrapped), '×', { atMost: 1.25 })
  report('with a brand: its code revealed', ratios(figures.brandedRevealed, figures.revealed), '×', { atMost: 1.25 })
  report('script: a gift with a brand', [await measureScripts(posy, branded.revealed)], 'KB', { atMost: 15 })
  report('script: a gift', [await measureScripts(posy, revealed)], 'KB', { atMost: 15 })
  report('script: home, signed in', [await measureScripts(posy, '/home', cookie)], 'KB', { atMost: 150 })
}

/** Page by page, so that what else the machine does meets both alike. */
async function compare(pages: PagesOfPosy, others: PagesOfPosy): Promise<void> {
  const [these, those] = [measurements(pages), measurements(others)]
  const isMeant = (name: PageName) => (values.page?.includes(name) ?? true) && (name !== 'award' || others.award)
  const names = (Object.keys(these) as PageName[]).filter(isMeant)
  for (const one of [these, those]) for (const name of names) await one[name](WARM_UP)
  for (const name of names) {
    const figures = await interleave(rounds, { here: these[name], there: those[name] })
    report(`here: ${titles[name]}`, figures.here, 'ms')
    report(`there: ${titles[name]}`, figures.there, 'ms')
    report('here to there', ratios(figures.here, figures.there), '×', { atMost: 1.1 })
  }
}

const pages = await openPages()
try {
  if (!values.against) await measureAlone(pages)
  else {
    const other: { openPages: typeof openPages } = await import(resolve(values.against, 'bench/web-pages.ts'))
    const others = await other.openPages()
    await compare(pages, others).finally(() => others.close())
  }
} finally {
  await pages.close()
}
