/**
 * What a page costs: processor time of the server (PostgreSQL, production mode, packed as browsers ask for it, no answer
 * cached anywhere), and the script that comes with it.
 *   node bench/web.ts [rounds] [pages per round]
 */
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Posy } from '#e2e/support/posy.ts'
import { interleave, report } from './support.ts'
import { openPages } from './web-pages.ts'

const CLIENTS = 4
const WARM_UP = 1000
const [rounds = 5, perRound = 400] = process.argv.slice(2).map(Number)

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

const { posy, cookie, wrapped, revealed, branded, close } = await openPages()
try {
  const pages = {
    gauge: measureGauge,
    catalogue: (amount?: number) => measureCpu(posy, '/browse', cookie, amount),
    search: (amount?: number) => measureCpu(posy, '/browse?q=coffee', cookie, amount),
    home: (amount?: number) => measureCpu(posy, '/home', cookie, amount),
    wrapped: (amount?: number) => measureCpu(posy, wrapped, '', amount),
    revealed: (amount?: number) => measureCpu(posy, revealed, '', amount),
    brandedWrapped: (amount?: number) => measureCpu(posy, branded.wrapped, '', amount),
    brandedRevealed: (amount?: number) => measureCpu(posy, branded.revealed, '', amount),
  }
  for (const page of Object.values(pages)) await page(WARM_UP)
  const figures = await interleave(rounds, pages)
  report('gauge: a bare list of 60, for comparison', figures.gauge, 'ms')
  report('processor: catalogue, 60 gifts, signed in', figures.catalogue, 'ms', { atMost: 8 })
  report('processor: a search in it', figures.search, 'ms')
  report('processor: home, signed in', figures.home, 'ms')
  report('processor: a gift, wrapped', figures.wrapped, 'ms', { atMost: 2.5 })
  report('processor: a gift, its code revealed', figures.revealed, 'ms', { atMost: 2.5 })
  // Each with what it is compared to in the same round.
  const ratios = (these: number[], those: number[]) => these.map((figure, round) => figure / those[round]!)
  report('with a brand: a gift, wrapped', ratios(figures.brandedWrapped, figures.wrapped), '×', { atMost: 1.25 })
  report('with a brand: its code revealed', ratios(figures.brandedRevealed, figures.revealed), '×', { atMost: 1.25 })
  report('script: a gift with a brand', [await measureScripts(posy, branded.revealed)], 'KB', { atMost: 15 })
  report('script: a gift', [await measureScripts(posy, revealed)], 'KB', { atMost: 15 })
  report('script: home, signed in', [await measureScripts(posy, '/home', cookie)], 'KB', { atMost: 150 })
} finally {
  await close()
}
