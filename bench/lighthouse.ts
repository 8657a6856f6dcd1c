/**
 * Lighthouse on its simulated phone (slow 4G, a processor four times slower than ours), in the browser that the tests
 * drive. The same page is looked at again, for a busy machine is unfair to a single look.
 *   node bench/lighthouse.ts [runs]
 */
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { ensureChromium } from '#tools/chromium.mjs'
import { median, report } from './support.ts'
import { openPages } from './web-pages.ts'

const [runs = 3] = process.argv.slice(2).map(Number)
const DEBUGGING_PORT = 9377

async function measureScores(url: string, cookie = '') {
  const result = await lighthouse(url, {
    port: DEBUGGING_PORT,
    onlyCategories: ['performance', 'accessibility'],
    logLevel: 'error',
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  })
  const { categories, audits } = result!.lhr
  const failed = categories.accessibility!.auditRefs.filter(({ id, weight }) => weight > 0 && audits[id]!.score === 0)
  for (const { id } of failed) console.log(`  ${url}: ${id}`)
  return {
    performance: Math.round(categories.performance!.score! * 100),
    accessibility: Math.round(categories.accessibility!.score! * 100),
    paintMs: audits['largest-contentful-paint']!.numericValue!,
    shift: audits['cumulative-layout-shift']!.numericValue!,
    blockedMs: audits['total-blocking-time']!.numericValue!,
  }
}

async function look(what: string, atLeast: number, url: string, cookie?: string) {
  const seen: Awaited<ReturnType<typeof measureScores>>[] = []
  for (let run = 0; run < runs; run++) seen.push(await measureScores(url, cookie))
  const all = (name: keyof (typeof seen)[number]) => seen.map((one) => one[name])
  report(`Lighthouse: ${what}, performance`, all('performance'), '', { atLeast })
  report(`Lighthouse: ${what}, accessibility`, all('accessibility'), '', { atLeast: 100 })
  const [paintMs, shift, blockedMs] = [all('paintMs'), all('shift'), all('blockedMs')].map(median)
  console.log(
    `  largest paint ${(paintMs! / 1000).toFixed(1)} s, layout shift ${shift!.toFixed(3)}, blocked ${blockedMs!.toFixed(0)} ms`,
  )
}

const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUGGING_PORT}`],
})
const { posy, cookie, wrapped, revealed, close } = await openPages()
try {
  await look('a gift, wrapped', 98, `${posy.url}${wrapped}`)
  await look('a gift, its code revealed', 98, `${posy.url}${revealed}`)
  await look('catalogue, signed in', 90, `${posy.url}/browse`, cookie)
  await look('catalogue, a visitor', 90, `${posy.url}/browse`)
} finally {
  await browser.close()
  await close()
}
