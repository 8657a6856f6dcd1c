import { brotliDecompressSync, createBrotliDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressPage, compressStream } from './web-compression.ts'

const asking = (encoding: string) => new Request('http://posy.example/', { headers: { 'accept-encoding': encoding } })
const page = (body: BodyInit, type = 'text/html; charset=utf-8') =>
  new Response(body, { headers: { 'Content-Type': type } })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('a browser that accepts %s gets %s', async (accepted, encoding, unpack) => {
  const response = compressStream(asking(accepted), page('<p>Hello</p>'))
  expect(response.headers.get('Content-Encoding')).toBe(encoding)
  expect(response.headers.get('Vary')).toContain('Accept-Encoding')
  expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe('<p>Hello</p>')
})

test('compression leaves alone what a browser cannot decompress, what is compressed already and what does not compress', async () => {
  const streamEncoding = (response: Response) => compressStream(asking('br'), response).headers.get('Content-Encoding')
  expect(await compressStream(asking('identity'), page('<p>')).text()).toBe('<p>')
  expect(streamEncoding(page('x', 'image/png'))).toBeNull()
  expect(streamEncoding(new Response(null, { status: 303 }))).toBeNull()
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=1.0, *;q=0.5', 'gzip', gunzipSync],
] as const)('a page that is complete is compressed in one piece: %s', (accepted, encoding, unpack) => {
  const html = '<p>Hello</p>'.repeat(100)
  const headers = new Headers()
  const compressed = compressPage(asking(accepted), Buffer.from(html), headers)
  expect(headers.get('Content-Encoding')).toBe(encoding)
  expect(headers.get('Vary')).toBe('Accept-Encoding')
  expect(unpack(compressed).toString()).toBe(html)
})

test('a page is sent uncompressed to a browser that accepts no compression', () => {
  const headers = new Headers()
  expect(compressPage(asking('identity'), Buffer.from('<p>'), headers).toString()).toBe('<p>')
  expect(headers.has('Content-Encoding')).toBe(false)
})

test('the start of a page arrives before its end is made', async () => {
  const slow = new TransformStream<Uint8Array, Uint8Array>()
  const reader = compressStream(asking('br'), page(slow.readable)).body!.getReader()
  const writer = slow.writable.getWriter()
  await writer.write(new TextEncoder().encode('<h1>Here already</h1>'))
  const unpacker = createBrotliDecompress()
  const unpacked = new Promise((resolve) => unpacker.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  unpacker.write((await reader.read()).value)
  expect(await unpacked).toBe('<h1>Here already</h1>')
  await writer.close()
})

test('a page that fails halfway breaks off the answer and nothing else', async () => {
  const failing = new ReadableStream({ start: (controller) => controller.error(new Error('render failed')) })
  await expect(compressStream(asking('br'), page(failing)).text()).rejects.toThrow()
})

test('a browser that leaves stops the page from being made', async () => {
  let stopped = false
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
    cancel: () => {
      stopped = true
    },
  })
  const reader = compressStream(asking('br'), page(endless)).body!.getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => stopped).toBe(true)
})
