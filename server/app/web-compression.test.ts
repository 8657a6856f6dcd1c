import { brotliDecompressSync, createBrotliDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressPage } from './web-compression.ts'

const asking = (encoding: string) => new Request('http://posy.example/', { headers: { 'accept-encoding': encoding } })
const page = (body: BodyInit, type = 'text/html; charset=utf-8') =>
  new Response(body, { headers: { 'Content-Type': type } })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('a browser that accepts %s gets %s', async (accepted, encoding, unpack) => {
  const response = await compressPage(asking(accepted), page('<p>Hello</p>'))
  expect(response.headers.get('Content-Encoding')).toBe(encoding)
  expect(response.headers.get('Vary')).toContain('Accept-Encoding')
  expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe('<p>Hello</p>')
})

test('leaves alone what a browser cannot unpack, what is packed already and what does not pack', async () => {
  const encodingOf = async (response: Response) =>
    (await compressPage(asking('br'), response)).headers.get('Content-Encoding')
  expect(await (await compressPage(asking('identity'), page('<p>'))).text()).toBe('<p>')
  expect(await encodingOf(page('x', 'image/png'))).toBeNull()
  expect(await encodingOf(new Response(null, { status: 303 }))).toBeNull()
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=1.0, *;q=0.5', 'gzip', gunzipSync],
] as const)(
  'a page that is there whole goes out in one piece, its length told: %s',
  async (accepted, encoding, unpack) => {
    const html = '<p>Hello</p>'.repeat(100)
    const whole = page(html)
    whole.headers.set('Content-Length', String(html.length))
    const packed = await compressPage(asking(accepted), whole)
    const bytes = Buffer.from(await packed.arrayBuffer())
    expect(packed.headers.get('Content-Encoding')).toBe(encoding)
    expect(packed.headers.get('Content-Length')).toBe(String(bytes.byteLength))
    expect(unpack(bytes).toString()).toBe(html)
  },
)

test('the start of a page arrives before its end is there', async () => {
  const slow = new TransformStream<Uint8Array, Uint8Array>()
  const reader = (await compressPage(asking('br'), page(slow.readable))).body!.getReader()
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
  await expect((await compressPage(asking('br'), page(failing))).text()).rejects.toThrow()
})

test('a browser that leaves stops the page from being made', async () => {
  let stopped = false
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
    cancel: () => {
      stopped = true
    },
  })
  const reader = (await compressPage(asking('br'), page(endless))).body!.getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => stopped).toBe(true)
})
