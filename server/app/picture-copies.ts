import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { copiedPath } from '#contract/core/picture-address.ts'
import { PICTURE_HEADERS } from '#server/domains/uploads/index.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import type { Files } from '#server/providers/files/types.ts'

/** Our own pictures, as docs/catalogue-format.md says; one directory for every role. */
const OWN_PICTURES = join(import.meta.dirname, '../../web/static')

/** No part of a path begins with a dot, so that none leads out of the directory. */
const SAFE_PATH = /^(?:\/[\w-][\w.-]*)+$/
/** As wide as messengers show a link's picture. */
const MAX_SIDE_PX = 1200
const DOTS_PER_INCH = 72
const DRAWN_WITHIN_SECONDS = 10

/**
 * Copies of our own pictures that mail programs and messengers draw. A copy is drawn when it is first asked for, and kept by
 * what its picture holds. Only files of this installation have one, and one is drawn at a time, so that asking for all of them
 * at once neither fills memory nor holds up what else is to be drawn.
 */
export class PictureCopies {
  readonly #files: Files
  readonly #directory: string
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #latest: Promise<unknown> = Promise.resolve()

  constructor(files: Files, directory = OWN_PICTURES) {
    this.#files = files
    this.#directory = directory
  }

  /** @throws not_found for a path that is no copy of a file of ours */
  async serve(path: string, headers: Headers): Promise<Response> {
    const original = copiedPath(path)
    const drawing = original && SAFE_PATH.test(original) ? await this.#read(original) : null
    if (!drawing) throw notFound('picture')
    const isPng = path.endsWith('.png')
    const hash = createHash('sha256').update(drawing).digest('hex').slice(0, 32)
    const etag = `"${hash}-${MAX_SIDE_PX}"`
    // The address stays when its picture changes.
    const shown = { ...PICTURE_HEADERS, 'cache-control': 'public, max-age=86400', etag }
    if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: shown })
    const key = `pictures/${hash}-${MAX_SIDE_PX}.${isPng ? 'png' : 'jpg'}`
    const contentType = isPng ? 'image/png' : 'image/jpeg'
    const kept = await this.#files.read(key)
    const copy = kept ? null : await this.#drawOnce(key, drawing)
    return new Response(kept ? kept.stream() : new Uint8Array(copy!), {
      headers: { ...shown, 'content-type': contentType, 'content-length': String(kept?.sizeBytes ?? copy!.byteLength) },
    })
  }

  async #read(path: string): Promise<Buffer | null> {
    try {
      return await readFile(join(this.#directory, path))
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
        return null
      throw error
    }
  }

  /** All who ask meanwhile wait for the same copy. */
  #drawOnce(key: string, drawing: Buffer): Promise<Buffer> {
    const known = this.#underWay.get(key)
    if (known) return known
    const drawn = this.#latest.then(async () => {
      const copy = await drawCopy(drawing, key.endsWith('.png'))
      await this.#files.put(key, copy)
      return copy
    })
    this.#latest = drawn.catch(() => undefined)
    this.#underWay.set(key, drawn)
    return drawn.finally(() => this.#underWay.delete(key))
  }
}

async function drawCopy(drawing: Buffer, isPng: boolean): Promise<Buffer> {
  const { width = MAX_SIDE_PX, height = MAX_SIDE_PX, format } = await sharp(drawing).metadata()
  // An outline has no size of its own: it is drawn as large as it will be shown.
  const density = Math.min(2400, Math.max(1, (DOTS_PER_INCH * MAX_SIDE_PX) / Math.max(width, height)))
  const drawn = sharp(drawing, format === 'svg' ? { density } : {})
    .timeout({ seconds: DRAWN_WITHIN_SECONDS })
    .resize({ width: MAX_SIDE_PX, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true })
  const encoded = isPng
    ? drawn.png({ palette: true, quality: 95, compressionLevel: 9 })
    : drawn.flatten({ background: '#ffffff' }).jpeg({ quality: 84, mozjpeg: true })
  return encoded.toBuffer()
}
