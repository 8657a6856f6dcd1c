import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demo } from '#server/app/demo/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { asFile, drawPicture } from '#server/testing/pictures.ts'
import { removeUnusedUploads } from './remove-unused.ts'

let app: TestApp
const as = 'admin@acme.test'
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.posy.db.deleteFrom('throttle').execute())

const upload = (file: File, kind = 'logo', who = as) =>
  app.request('POST', `/v3/uploads?kind=${kind}`, { as: who, body: { file } })
/** The bytes as the product shows them. */
const shown = async (url: string): Promise<Response> => app.api.request(new URL(url).pathname)
const pixels = async (url: string) => sharp(Buffer.from(await (await shown(url)).arrayBuffer()))
const refusal = async (file: File) => {
  const { status, body } = await upload(file)
  return [status, body.details?.[0]?.path, body.details?.[0]?.code]
}
const svg = (inside: string, head = '') =>
  asFile(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50" width="100" height="50">${inside}</svg>`,
    'logo.svg',
  )

describe('a picture', () => {
  test.each([
    ['PNG', () => drawPicture(2400, 600).png(), 'logo', 'image/png', [1200, 300]],
    ['JPEG', () => drawPicture(3200, 1800).jpeg(), 'cover', 'image/jpeg', [1600, 900]],
    ['WebP', () => drawPicture(64, 64).webp(), 'pattern', 'image/png', [64, 64]],
  ])('in %s is fitted and drawn again', async (_, draw, kind, contentType, [width, height]) => {
    const { status, body } = await upload(asFile(await draw().toBuffer(), 'x.bin'), kind)
    expect([status, body.data]).toMatchObject([201, { kind, contentType, width, height }])
    const { format } = await (await pixels(body.data.url)).metadata()
    expect(`image/${format}`).toBe(contentType)
  })

  test('in SVG is drawn as large as it will be shown, whatever its own size', async () => {
    const file = svg('<rect width="100" height="50" fill="#0a0"/><circle cx="50" cy="25" r="20" fill="#fff"/>')
    const { body } = await upload(file)
    expect([body.data.contentType, body.data.width, body.data.height]).toEqual(['image/png', 1200, 600])
    const { data } = await (await pixels(body.data.url)).raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([0, 170, 0])
  })

  test('is shown to everyone under an address that never changes, as nothing but a picture', async () => {
    const { body } = await upload(asFile(await drawPicture(40, 40, '#123456').png().toBuffer(), 'x.png'))
    const answer = await shown(body.data.url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const etag = answer.headers.get('etag')!
    const again = await app.api.request(new URL(body.data.url).pathname, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    for (const path of ['/uploads/none', `/uploads/${demo.teams.acme}.png`, '/uploads/..%2Fdocuments%2Fx.pdf'])
      expect((await app.api.request(path)).status, path).toBe(404)
  })

  test('that is uploaded again is the same upload; another team’s is another', async () => {
    const bytes = await drawPicture(50, 50, '#654321').png().toBuffer()
    const [first, second] = [await upload(asFile(bytes, 'a.png')), await upload(asFile(bytes, 'b.png'))]
    const foreign = await upload(asFile(bytes, 'a.png'), 'logo', 'admin@globex.test')
    expect(second.body.data.key).toBe(first.body.data.key)
    expect(foreign.body.data.key).not.toBe(first.body.data.key)
    const twins = await Promise.all(
      [1, 2, 3].map(async () => upload(asFile(await drawPicture(51, 51).png().toBuffer(), 'x.png'))),
    )
    expect(new Set(twins.map((each) => each.body.data.key)).size).toBe(1)
  })

  test('that nothing shows is gone a day later, with its file; one that is shown stays', async () => {
    const url = async (colour: string) =>
      (await upload(asFile(await drawPicture(70, 70, colour).png().toBuffer(), 'x.png'), 'cover')).body.data.url
    const [idle, used] = [await url('#111111'), await url('#222222')]
    const bought = await app.request('POST', '/api/v2/transactions?embed[]=hugggs', {
      as,
      body: {
        purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links', coverImage: used },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })
    expect(bought.body.data.embedded.hugggs[0].cover_image_url).toBe(used)
    const files = () => readdirSync(join(app.posy.config.dataDir, 'files', 'uploads')).length
    app.wall.advanceSeconds(23 * 3600)
    await removeUnusedUploads(app.posy)
    expect((await shown(idle)).status).toBe(200)
    const before = files()
    app.wall.advanceSeconds(2 * 3600)
    await removeUnusedUploads(app.posy)
    expect([(await shown(idle)).status, (await shown(used)).status]).toEqual([404, 200])
    expect(files()).toBeLessThan(before)
    const rows = await app.posy.db.selectFrom('upload').select('object_key').execute()
    expect(files()).toBe(rows.length)
  })
})

describe('a hostile file', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an event', '<rect width="9" height="9" onload="alert(1)"/>'],
    ['a page inside', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>'],
    ['a picture from elsewhere', '<image href="https://evil.test/x.png" width="9" height="9"/>'],
    ['a file of this machine', '<image xlink:href="file:///etc/passwd" width="9" height="9"/>'],
    ['a style sheet from elsewhere', '<style>@import url(https://evil.test/x.css);</style>'],
    ['a filter from elsewhere', '<rect width="9" height="9" style="filter:url(//evil.test/#f)"/>'],
    ['an address that runs', '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'],
    ['another SVG inside', '<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'],
    ['an inclusion', '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>'],
  ])('that is an SVG with %s is refused', async (_, inside) => {
    expect(await refusal(svg(inside))).toEqual([422, 'file', 'svg-active'])
  })

  test('that is an SVG with entities is refused, in any encoding', async () => {
    const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    expect(await refusal(svg('<text>&b;</text>', bomb))).toEqual([422, 'file', 'svg-active'])
    const outside = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    expect(await refusal(svg('<text>&x;</text>', outside))).toEqual([422, 'file', 'svg-active'])
    const utf7 = '<?xml version="1.0" encoding="utf-7"?>'
    expect(await refusal(svg('', utf7))).toEqual([422, 'file', 'svg-active'])
    const utf16 = Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'utf16le')
    expect(await refusal(asFile(utf16, 'x.svg'))).toEqual([422, 'file', 'svg-active'])
  })

  test('with a plain document type, as drawing programs write it, is taken', async () => {
    const head =
      '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    expect((await upload(svg('<rect width="100" height="50"/>', head))).status).toBe(201)
  })

  test('of 30,000 pixels a side is refused before it is decoded, however small the file', async () => {
    const bomb = await drawPicture(40, 40).png().toBuffer()
    // The header, 16 bytes in, says how large it is; a checksum of it follows.
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    const before = process.memoryUsage.rss()
    expect(await refusal(asFile(bomb, 'x.png'))).toEqual([422, 'file', 'too-large'])
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024)
    const outline = asFile('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>', 'x.svg')
    expect(await refusal(outline)).toEqual([422, 'file', 'too-large'])
  })

  test('that is more than a picture loses everything else', async () => {
    const png = await drawPicture(40, 40).png().toBuffer()
    const payload = '<script>alert(document.domain)</script>PK\u0003\u0004'
    const jpeg = await drawPicture(40, 40)
      .jpeg()
      .withExif({ IFD0: { ImageDescription: payload, Copyright: payload } })
      .toBuffer()
    for (const file of [
      asFile(Buffer.concat([png, Buffer.from(payload)]), 'x.html', 'text/html'),
      asFile(jpeg, 'x.jpg'),
    ]) {
      const { body } = await upload(file)
      const kept = Buffer.from(await (await shown(body.data.url)).arrayBuffer())
      expect(kept.includes('script')).toBe(false)
    }
  })

  test('tells nothing of where a photograph was taken, and stands upright', async () => {
    const photo = await drawPicture(80, 40)
      .jpeg()
      .withExif({
        IFD0: { Make: 'Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { body } = await upload(asFile(photo, 'x.jpg'), 'cover')
    const { exif, xmp, iptc, icc } = await (await pixels(body.data.url)).metadata()
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
    expect([body.data.width, body.data.height]).toEqual([40, 80])
  })

  test.each([
    ['a cut-off PNG', async () => (await drawPicture(400, 400).png().toBuffer()).subarray(0, 300)],
    ['a cut-off JPEG', async () => (await drawPicture(400, 400).jpeg().toBuffer()).subarray(0, 700)],
    ['a PNG of nothing but its first bytes', async () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['an SVG that is no XML', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect')],
  ])('that is %s is refused as unreadable', async (_, bytes) => {
    expect(await refusal(asFile(await bytes(), 'x.png'))).toEqual([422, 'file', 'unreadable'])
  })

  test.each([
    ['a PDF', () => Buffer.from('%PDF-1.7')],
    ['a GIF', () => Buffer.from('GIF89a')],
    ['a page', () => Buffer.from('<html><body><svg/></body></html>')],
    ['a TIFF', () => Buffer.from('49492a00', 'hex')],
    ['nothing', () => Buffer.alloc(0)],
    ['a packed SVG', () => Buffer.from('1f8b0800', 'hex')],
  ])('that is %s is refused, whatever it says it is', async (_, bytes) => {
    expect(await refusal(asFile(bytes(), 'x.png', 'image/png'))).toEqual([422, 'file', 'wrong-type'])
  })

  test('that comes to nothing counts tenfold, for its own team alone', async () => {
    const bomb = svg(
      `<g id="l0"><path d="M0 0h9v9"/></g>${Array.from({ length: 9 }, (_, n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(10)}</g>`).join('')}<use href="#l9"/>`,
    )
    for (let time = 0; time < 20; time++) expect(await refusal(bomb)).toEqual([422, 'file', 'too-complex'])
    const good = asFile(await drawPicture(40, 40, '#654321').png().toBuffer(), 'x.png')
    expect((await upload(good)).status).toBe(429)
    expect((await upload(good, 'logo', 'admin@globex.test')).status).toBe(201)
  })

  test('so long and thin that nothing of it would be seen is refused', async () => {
    const strip = await drawPicture(9000, 20).png().toBuffer()
    expect(await refusal(asFile(strip, 'x.png'))).toEqual([422, 'file', 'too-thin'])
  })

  test('past 2 MB is refused, and so is a speck', async () => {
    expect((await upload(asFile(new Uint8Array(2 * 1024 * 1024 + 1), 'x.png'))).status).toBe(422)
    expect(await refusal(asFile(await drawPicture(8, 8).png().toBuffer(), 'x.png'))).toEqual([422, 'file', 'too-small'])
  })
})

describe('a cover image', () => {
  const buy = (coverImage: string) =>
    app.request('POST', '/api/v2/transactions', {
      as,
      body: {
        purchase: { type: 'huggg', reference: demo.products.daisyFlatWhite, deliveryMethod: 'links', coverImage },
        payment: { method: 'walletCommitment', reference: demo.wallets.acmeMain },
      },
    })

  test('from elsewhere, of another team or of no one is refused with what to do', async () => {
    const file = asFile(await drawPicture(90, 90).png().toBuffer(), 'x.png')
    const foreign = (await upload(file, 'cover', 'admin@globex.test')).body.data
    const missing = '00000000-0000-4000-8000-00000000dead'
    for (const cover of ['https://evil.test/pixel.gif', foreign.url, foreign.key, missing, 'not a picture']) {
      const { status, body } = await buy(cover)
      expect([status, body.details[0].path], cover).toEqual([422, 'purchase.coverImage'])
      expect(body.details[0].message).toContain('upload')
    }
    const order = await app.request('POST', '/api/v2/orders', {
      as,
      body: { type: 'huggg', coverImage: 'https://evil.test/pixel.gif' },
    })
    expect([order.status, order.body.details[0].path]).toEqual([422, 'coverImage'])
  })

  test('is kept by an order until the order goes', async () => {
    const file = asFile(await drawPicture(91, 91).png().toBuffer(), 'x.png')
    const { key, url } = (await upload(file, 'cover')).body.data
    const order = await app.request('POST', '/api/v2/orders', { as, body: { type: 'huggg', coverImage: key } })
    expect(order.body.data.coverImage).toBe(url)
    const path = `/api/v2/orders/${order.body.data.id}`
    const uses = () => app.posy.db.selectFrom('upload_use').selectAll().where('upload_id', '=', key).execute()
    await app.request('PUT', path, { as, body: { entity: { name: 'Renamed' } } })
    expect(await uses()).toHaveLength(1)
    await app.request('PUT', path, { as, body: { entity: { coverImage: null } } })
    expect(await uses()).toHaveLength(0)
    await app.request('PUT', path, { as, body: { entity: { coverImage: url } } })
    await app.request('DELETE', path, { as })
    expect(await uses()).toHaveLength(0)
  })
})

test('the file of an upload is named by its content', async () => {
  const { body } = await upload(asFile(await drawPicture(92, 92).png().toBuffer(), 'x.png'))
  const row = await app.posy.db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', body.data.key)
    .executeTakeFirstOrThrow()
  const kept = Buffer.from(await (await shown(body.data.url)).arrayBuffer())
  expect(row.object_key).toContain(createHash('sha256').update(kept).digest('hex'))
})
