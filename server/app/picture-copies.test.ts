import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLocalFiles } from '#server/providers/files/client/local-files.ts'
import type { Files } from '#server/providers/files/types.ts'
import { PictureCopies } from './picture-copies.ts'

const square = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30" fill="${colour}"/></svg>`
const read = (answer: Response) => answer.arrayBuffer().then((bytes) => sharp(bytes))
const meanColour = async (answer: Response): Promise<number[]> => {
  const { data } = await (await read(answer)).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data]
}

describe('copies of our own pictures', () => {
  let folder: string
  let copies: PictureCopies
  let stored: string[]
  const serve = (path: string, headers = {}) => copies.serve(path, new Headers(headers))
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posy-copies-'))
    await mkdir(join(folder, 'own/folder.svg'), { recursive: true })
    await writeFile(join(folder, 'secret.svg'), square('#000000'))
    await writeFile(join(folder, 'own/red.svg'), square('#ff0000'))
    await writeFile(join(folder, 'own/.hidden.svg'), square('#ff0000'))
    await writeFile(join(folder, 'own/broken.svg'), '<svg')
    const files = openLocalFiles({
      folder: join(folder, 'files'),
      linkBase: '',
      secret: Buffer.from('a'),
      nowMs: Date.now,
    })
    stored = []
    const noting: Files = {
      ...files,
      put: (key, content) => {
        stored.push(key)
        return files.put(key, content)
      },
    }
    copies = new PictureCopies(noting, join(folder, 'own'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('are drawn once, however many ask at once, and the same from then on', async () => {
    const answers = await Promise.all([serve('/pictures/red.svg.png'), serve('/pictures/red.svg.png')])
    answers.push(await serve('/pictures/red.svg.png'))
    expect(stored).toHaveLength(1)
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toBe('image/png')
      const { width, height, size, format } = await (await read(answer.clone())).metadata()
      expect([width, height, format]).toEqual([1200, 900, 'png'])
      expect(answer.headers.get('content-length')).toBe(String(size))
      expect(await meanColour(answer)).toEqual([255, 0, 0])
    }
  })

  test('of WebP are JPEG, on white where nothing is drawn', async () => {
    const clear = { width: 300, height: 200, channels: 4, background: '#0000' } as const
    await writeFile(join(folder, 'own/clear.webp'), await sharp({ create: clear }).webp().toBuffer())
    const answer = await serve('/pictures/clear.webp.jpg')
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const { width, height, format } = await (await read(answer.clone())).metadata()
    expect([width, height, format]).toEqual([300, 200, 'jpeg'])
    expect(await meanColour(answer)).toEqual([255, 255, 255])
  })

  test('need not be sent again to people who have them, until the picture changes', async () => {
    const etag = (await serve('/pictures/red.svg.png')).headers.get('etag')!
    expect((await serve('/pictures/red.svg.png', { 'if-none-match': etag })).status).toBe(304)
    await writeFile(join(folder, 'own/red.svg'), square('#0000ff'))
    const changed = await serve('/pictures/red.svg.png', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(await meanColour(changed)).toEqual([0, 0, 255])
  })

  test.each([
    '/pictures/../secret.svg.png',
    '/pictures/%2e%2e/secret.svg.png',
    '/pictures//secret.svg.png',
    '/pictures/none.svg.png',
    '/pictures/.hidden.svg.png',
    '/pictures/folder.svg.png',
    '/pictures/folder.svg/none.svg.png',
    '/pictures/red.svg',
    '/pictures/red.svg.jpg',
    '/pictures/red.png',
    `/pictures/${'a'.repeat(3000)}.svg.png`,
  ])('are made of files of ours alone: there is none at %s', async (path) => {
    await expect(serve(path)).rejects.toMatchObject({ code: 'not_found' })
    expect(stored).toEqual([])
  })

  test('that cannot be drawn hold up no other', async () => {
    const broken = serve('/pictures/broken.svg.png')
    const other = serve('/pictures/red.svg.png')
    await expect(broken).rejects.toThrow()
    expect((await other).status).toBe(200)
  })
})
