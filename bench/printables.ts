/**
 * The PDF of 1,000 printed gifts, drawn as the job draws it and written to disk: seconds, size, and the most memory that
 * a process of its own held.
 *   node bench/printables.ts [cards] [layout]
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { drawPrintables } from '#server/domains/printables/draw-printable.ts'

const LAYOUTS = ['card', 'folded-card', 'letter'] as const
const cards = Number(process.argv[2] ?? 1000)
const layouts = LAYOUTS.filter((layout) => layout === process.argv[3])
if (layouts.length === 0) {
  const run = (layout: string) =>
    spawnSync(process.execPath, [import.meta.filename, String(cards), layout], { stdio: 'inherit' }).status
  process.exit(Math.max(...LAYOUTS.map((layout) => run(layout) ?? 1)))
}
const LIMITS = { seconds: 30, megabytes: 300 }
const field = (name: string) => ({
  name,
  label: name,
  type: 'string' as const,
  optional: true,
  defaultValue: '',
  placeholder: '',
})
const items = Array.from({ length: cards }, (_, row) => ({
  row,
  hugggId: String(row),
  url: `https://gifts.example/g/${String(row).padStart(12, '0')}`,
  code: `${String(row).padStart(4, '0')}-abcd-efgh-x`,
  expires: '2 March 2027',
  data: { name: `Guest Number ${row}`, addressLine1: `${row} Market Street`, town: 'Leeds', postcode: 'LS1 4AB' },
}))
const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
const logo = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#fff', noise } })
  .png()
  .toBuffer()
const folder = mkdtempSync(join(tmpdir(), 'posy-bench-'))
let peak = 0
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
let isSlow = false
for (const layout of layouts) {
  peak = 0
  const started = performance.now()
  const file = join(folder, `${layout}.pdf`)
  const { pdf, flaws } = drawPrintables(
    {
      layout,
      type: layout === 'letter' ? 'post-office' : 'huggg',
      body: '# Thank you, {{name}}\n\nYou made a *real* difference this year. Here is **{{product}}**, just for you.\n\n- Yours until {{expiry}}',
      logo,
      accentHex: '#0f766e',
      teamName: 'Acme',
      productName: 'Gift card £10',
      data: {},
      recipientFields: ['name', 'addressLine1', 'town', 'postcode'].map(field),
    },
    items,
    { at: new Date(0) },
  )
  await pipeline(pdf, createWriteStream(file))
  if ((await flaws).length) throw new Error('a card did not fit')
  const seconds = (performance.now() - started) / 1000
  const megabytes = peak / 1024 / 1024
  isSlow ||= seconds > LIMITS.seconds || megabytes > LIMITS.megabytes
  const size = (statSync(file).size / 1024 / 1024).toFixed(1)
  console.log(
    `${cards} × ${layout}: ${seconds.toFixed(1)} s, ${size} MB on disk, ${megabytes.toFixed(0)} MB of memory at most`,
  )
}
clearInterval(watch)
rmSync(folder, { recursive: true })
if (isSlow) console.log(`over the aim of ${LIMITS.seconds} s and ${LIMITS.megabytes} MB`)
