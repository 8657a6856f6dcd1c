import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync, zstdCompressSync } from 'node:zlib'

const compressible = /^(?:text\/|application\/(?:json|javascript|manifest\+json)|image\/svg)/

/**
 * Compresses a page. One that is there whole (its length is known) is packed in one go, which costs a third; one that
 * still comes is packed while it streams, every chunk flushed, or a browser would wait for the end to see the start.
 */
export async function compressPage(request: Request, response: Response): Promise<Response> {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map((one) => one.split(';')[0]!.trim())
  const isWhole = response.headers.has('Content-Length')
  const encoding = (isWhole ? forWhole : forStreams).find((one) => accepted.includes(one))
  const { headers, status } = response
  const packs = !headers.has('Content-Encoding') && compressible.test(headers.get('Content-Type') ?? '')
  if (!packs || !response.body) return response
  headers.append('Vary', 'Accept-Encoding')
  if (!encoding) return response
  headers.set('Content-Encoding', encoding)
  if (isWhole) {
    const packed = packWhole[encoding](new Uint8Array(await response.arrayBuffer()))
    headers.set('Content-Length', String(packed.byteLength))
    return new Response(packed, { status, headers })
  }
  const compressor = encoding === 'br' ? brotli() : createGzip({ flush: constants.Z_SYNC_FLUSH })
  // Either end may break off (a page that fails, a browser that leaves); both ends then learn of it here.
  pipeline(Readable.fromWeb(response.body as ReadableStream), compressor, () => {})
  return new Response(Readable.toWeb(compressor) as BodyInit, { status, headers })
}

/** Brotli at 3 packs better than gzip does for half its cost, Zstandard at 4 as well as that for half of it again. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 4 } }
const forWhole = ['zstd', 'br', 'gzip'] as const
const forStreams = ['br', 'gzip'] as const
const packWhole = {
  zstd: (page: Uint8Array) => zstdCompressSync(page, zstdOptions),
  br: (page: Uint8Array) => brotliCompressSync(page, brotliOptions),
  gzip: (page: Uint8Array) => gzipSync(page),
}
const brotli = () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, ...brotliOptions })
