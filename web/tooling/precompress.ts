import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:js|mjs|css|svg|json|txt|html|webmanifest)$/
/** Below this a compressed answer is hardly smaller than the headers that announce it. */
const smallestBytes = 1024

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file of the client build, so that serving them costs no processor time. */
export async function precompress(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true })
  const paths = names.filter((name) => compressible.test(name)).map((name) => join(directory, name))
  await Promise.all(paths.map(precompressFile))
}

async function precompressFile(path: string): Promise<void> {
  if ((await stat(path)).size < smallestBytes) return
  const body = await readFile(path)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all([
    brotli(body, quality).then((bytes) => writeFile(`${path}.br`, bytes)),
    gzipped(body, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ])
}
