/**
 * What drawing a recipient's page costs, alone: built pages in this process, with gifts at hand in place of the API; no HTTP, no
 * database, no packing. The least of seven rounds of 300 pages, for what else the machine does only adds to it.
 *   node bench/drawing.ts
 */

import { pathToFileURL } from 'node:url'
import type { Gift } from '#contract/hugggs/recipient.ts'
import { root } from '#tools/bootstrap.mjs'
import { ensureBuilt } from '#tools/build.mjs'
import type { WebContext } from '#web/context.ts'
import type { createPageHandler } from '#web/page-handler.ts'
import { buildGift, choices, voucher } from '#web/testing/gifts.ts'
import { report } from './support.ts'

const ROUNDS = 7
const PER_ROUND = 300
/** On a machine that does nothing else. */
const AT_MOST_MS = 0.6

const site = 'https://posy.example'

const states: Record<string, Partial<Gift>> = {
  'still wrapped': {},
  unwrapped: { state: 'opened' },
  'to be chosen': { state: 'opened', choices, choice: { worthPence: 2500, description: null } },
  accepted: { state: 'claimed' },
  'its code revealed': { state: 'revealed', voucher },
  'its bars revealed': {
    state: 'revealed',
    voucher: { ...voucher, barcode: { kind: 'code128', text: '6330123456789012345' } },
  },
  used: { state: 'redeemed' },
  expired: { state: 'expired' },
}

process.env.NODE_ENV = 'production'
ensureBuilt('web')
const build = await import(pathToFileURL(`${root}/build/server/index.js`).href)
const handle = (build.entry.module as { createPageHandler: typeof createPageHandler }).createPageHandler(
  build,
  'production',
)

/** What an installation gives to a page whose one call is for a gift. */
const pageFor = (gift: Gift) =>
  ({
    ...{ nonce: 'n0nce', publicUrl: site, sandboxBanner: true },
    invoke: async () => ({ ok: true, value: { data: gift } }),
    reportError: (error: unknown) => {
      throw error
    },
  }) as unknown as WebContext

/** Milliseconds of processor time for one page, until it is a string. */
async function measureDrawing(gift: Gift): Promise<number> {
  const page = pageFor(gift)
  const before = process.cpuUsage()
  for (let drawn = 0; drawn < PER_ROUND; drawn++) {
    const response = await handle(new Request(`${site}/g/${gift.shortcode}`), page)
    if (response.status !== 200) throw new Error(`a gift's page answers ${response.status}`)
    await response.bytes()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / PER_ROUND
}

for (const changes of Object.values(states)) await measureDrawing(buildGift(changes))
for (const [name, changes] of Object.entries(states)) {
  const figures: number[] = []
  for (let round = 0; round < ROUNDS; round++) figures.push(await measureDrawing(buildGift(changes)))
  report(`drawing alone: a gift, ${name}`, [Math.min(...figures)], 'ms', { atMost: AT_MOST_MS })
}
