import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync, zstdCompressSync } from 'node:zlib'

const compressible = /^(?:text\/|application\/(?:json|javascript|manifest\+json)|image\/svg)/

/** A page is packed in one piece, a third of what packing a stream costs; all else while it streams. */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response
  if (!headers.get('Content-Type')?.startsWith('text/html')) return compressStream(request, response)
  const page = Buffer.from(await response.arrayBuffer())
  if (page.byteLength === 0) return new Response(null, { status, headers })
  const packed = compressPage(request, page, headers)
  headers.set('Content-Length', String(packed.byteLength))
  return new Response(packed, { status, headers })
}

/** A page packed in one go; its headers then say how. */
export function compressPage(request: Request, page: Buffer<ArrayBuffer>, headers: Headers): Buffer<ArrayBuffer> {
  const encoding = acceptedBy(request, ['zstd', 'br', 'gzip'])
  headers.set('Vary', 'Accept-Encoding')
  if (!encoding) return page
  headers.set('Content-Encoding', encoding)
  return compressWhole[encoding](page)
}

/**
 * Packs what still comes while it streams, every chunk flushed, or a browser would wait for the end to see the start.
 * What is packed already passes through.
 */
export function compressStream(request: Request, response: Response): Response {
  const { headers, status } = response
  const packs = !headers.has('Content-Encoding') && compressible.test(headers.get('Content-Type') ?? '')
  if (!packs || !response.body) return response
  const encoding = acceptedBy(request, ['br', 'gzip'])
  headers.set('Vary', 'Accept-Encoding')
  if (!encoding) return response
  headers.set('Content-Encoding', encoding)
  const compressor = encoding === 'br' ? brotli() : createGzip({ flush: constants.Z_SYNC_FLUSH })
  // Either end may break off (a page that fails, a browser that leaves); both ends then learn of it here.
  pipeline(Readable.fromWeb(response.body as ReadableStream), compressor, () => {})
  return new Response(Readable.toWeb(compressor) as BodyInit, { status, headers })
}

/** The first of these encodings that the browser takes. */
function acceptedBy<E extends string>(request: Request, encodings: readonly E[]): E | undefined {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map((one) => one.split(';')[0]!.trim())
  return encodings.find((one) => accepted.includes(one))
}

/** Brotli at 3 packs better than gzip does for half its cost, Zstandard at 1 nearly as well for a third of it again. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const compressWhole = {
  zstd: (page: Uint8Array) => zstdCompressSync(page, zstdOptions),
  br: (page: Uint8Array) => brotliCompressSync(page, brotliOptions),
  gzip: (page: Uint8Array) => gzipSync(page),
}
const brotli = () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, ...brotliOptions })
