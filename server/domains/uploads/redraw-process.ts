/**
 * Draws one picture again, in a process of its own: from standard input to standard output, the picture's facts as JSON
 * on a channel of their own. It ends with the picture, so that a hostile one can neither keep memory nor hold anything up.
 */
import { writeSync } from 'node:fs'
import sharp from 'sharp'
import { MAX_AREA_PX, MAX_SIDE_PX, MIN_SIDE_PX, type PictureFault } from './picture.ts'
import { FACTS_CHANNEL, MAX_PROCESS_BYTES, MAX_PROCESS_CPU_MS, type RedrawFacts, type RedrawOrder } from './redraw.ts'

class Fault extends Error {
  readonly fault: PictureFault
  constructor(fault: PictureFault) {
    super(fault)
    this.fault = fault
  }
}

const tell = (facts: RedrawFacts) => writeSync(FACTS_CHANNEL, JSON.stringify(facts))

setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() <= MAX_PROCESS_BYTES && (user + system) / 1000 <= MAX_PROCESS_CPU_MS) return
  tell({ fault: 'too-complex' })
  process.exit(0)
}, 20).unref()

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})

const DOTS_PER_INCH = 72

async function redraw(bytes: Buffer, { format, maxSidePx, input }: RedrawOrder) {
  const limits = { limitInputPixels: MAX_AREA_PX, failOn: 'error' as const }
  const { width = 0, height = 0, format: found } = await sharp(bytes, limits).metadata()
  if (found !== input) throw new Fault('wrong-type')
  if (Math.max(width, height) > MAX_SIDE_PX || width * height > MAX_AREA_PX) throw new Fault('too-large')
  const isVector = input === 'svg'
  if (!isVector && Math.min(width, height) < MIN_SIDE_PX) throw new Fault('too-small')
  // An outline has no size of its own: it is drawn as large as it will be shown.
  const density = Math.min(2400, Math.max(1, (DOTS_PER_INCH * maxSidePx) / Math.max(width, height, 1)))
  const drawn = sharp(bytes, { ...limits, ...(isVector ? { density } : {}) })
    .autoOrient()
    .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const encoded =
    format === 'png'
      ? drawn.png({ compressionLevel: 9 })
      : drawn.flatten({ background: '#ffffff' }).jpeg({ quality: 84, mozjpeg: true })
  const kept = await encoded.toBuffer({ resolveWithObject: true })
  if (Math.min(kept.info.width, kept.info.height) < MIN_SIDE_PX) throw new Fault('too-thin')
  return kept
}

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
try {
  const { data, info } = await redraw(Buffer.concat(chunks), JSON.parse(process.argv[2]!) as RedrawOrder)
  tell({ width: info.width, height: info.height })
  process.stdout.write(data)
} catch (error) {
  const isTooLarge = error instanceof Error && /pixel limit|too large|dimension/i.test(error.message)
  tell({ fault: error instanceof Fault ? error.fault : isTooLarge ? 'too-large' : 'unreadable' })
}
