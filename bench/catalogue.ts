/**
 * Product list and product search over HTTP at 10,000 products, ten a page, eight clients, against one Posy process on
 * PostgreSQL. No answer is cached anywhere: every request is authenticated, searched, read and checked.
 *   node bench/catalogue.ts [rounds] [seconds]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon, { type Request } from 'autocannon'
import { type Posy, startPosy } from '#e2e/support/posy.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { benchServer, interleave, report } from './support.ts'

const CLIENTS = 8
const PRODUCTS = 10_000
const [rounds = 3, seconds = 5] = process.argv.slice(2).map(Number)

const post =
  (path: string) =>
  (body: object): Request => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

/** What people type: whole words, beginnings, slips, several words, with and without a filter. */
const searches = [
  { query: 'chocolate' },
  { query: 'choc' },
  { query: 'choclate trufles' },
  { query: 'coffee' },
  { query: 'cofee flat whit' },
  { query: 'afternoon tea' },
  { query: 'aftenoon tea', sort: 'price' },
  { query: 'hamper', filter: { maxPrice: 5000 } },
  { query: 'spa day', sort: '-price' },
  { query: 'gift card', filter: { isGiftCard: true } },
  { query: 'juniper distillery' },
  { query: 'tast' },
  { query: 'wine', filter: { minPrice: 1000, maxPrice: 4000 } },
  { query: 'theater ticket' },
  { query: 'plant' },
  { query: 'boquet' },
  { query: '' },
  { query: 'wooden train' },
  { query: 'daisy' },
  { query: 'seasonal cheese board' },
].map((body) => ({ size: 10, ...body }))

async function load(posy: Posy): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'posy-bench-'))
  const file = join(folder, 'catalogue.json')
  writeFileSync(file, JSON.stringify(buildCatalogue(PRODUCTS)))
  const started = performance.now()
  const { code, output } = await posy.operator('catalogue', 'import', file)
  rmSync(folder, { recursive: true })
  if (code !== 0) throw new Error(output)
  return (performance.now() - started) / 1000
}

const server = await benchServer()
process.env.TEST_DATABASE_URL = server.url
const posy = await startPosy('postgres', { ROLE: 'api', REQUESTS_PER_MINUTE: '100000000' })
try {
  report(`import of ${PRODUCTS} products`, [await load(posy)], 's')
  const headers = { authorization: `Bearer ${await posy.signIn('admin@acme.test')}` }
  const latencies: number[] = []
  const measure = async (requests: Request[], duration = seconds) => {
    const result = await autocannon({ url: posy.url, connections: CLIENTS, duration, headers, requests })
    if (result.non2xx || result.errors) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
    latencies.push(result.latency.p99)
    return result.requests.total / result.duration
  }
  const firstPage = await posy.call('GET', '/v3/products?limit=10', { token: headers.authorization.slice(7) })
  const next = encodeURIComponent(firstPage.body.next)
  const list = ['/v3/products?limit=10', `/v3/products?limit=10&next=${next}`].map((path) => ({ path }))
  const contestants = {
    list: () => measure(list),
    search: () => measure(searches.map((body) => post('/v3/searches/products')({ ...body, facets: false }))),
    facets: () => measure(searches.map(post('/v3/searches/products'))),
    suggestions: () =>
      measure(searches.map(({ query }) => post('/v3/searches/products/suggestions')({ term: query.slice(0, 6) }))),
  }
  for (const warm of [list, searches.map(post('/v3/searches/products'))]) await measure(warm, 3)
  latencies.length = 0
  const figures = await interleave(rounds, contestants)
  report('product list, 10 a page', figures.list, 'req/s', { atLeast: 500 })
  report('product search, 10 a page', figures.search, 'req/s', { atLeast: 500 })
  report('product search with facets, 10 a page', figures.facets, 'req/s', { atLeast: 500 })
  report('suggestions', figures.suggestions, 'req/s')
  report('slowest p99 of all rounds', [Math.max(...latencies)], 'ms')
} finally {
  await posy.stop()
  server.stop()
}
