import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openS3Sandbox, type S3Sandbox } from '#server/providers/files/sandbox.ts'
import type { Files } from '#server/providers/files/types.ts'
import { openLocalFiles } from './local-files.ts'
import { openS3Files } from './s3-files.ts'

/** The same promises, wherever files are kept. */
interface Store {
  files: Files
  /** Follows a link; null where it does not lead to a file. */
  follow(url: string): Promise<Response | null>
  /** What lies there under a folder, drafts included. */
  left(folder: string): string[]
  advanceSeconds(seconds: number): void
  /** Links signed with another secret. */
  stranger: Files
  close(): Promise<void>
}

async function openLocal(): Promise<Store> {
  let nowMs = 0
  const folder = mkdtempSync(join(tmpdir(), 'posy-files-'))
  const open = (secret: string) =>
    openLocalFiles({ folder, linkBase: 'https://posy.test/files', secret: Buffer.from(secret), nowMs: () => nowMs })
  const files = open('a')
  return {
    files,
    stranger: open('b'),
    follow: (url) => files.download(url.slice(url.lastIndexOf('/') + 1)),
    left: (name) => readdirSync(join(folder, name)),
    advanceSeconds: (seconds) => {
      nowMs += seconds * 1000
    },
    close: async () => rmSync(folder, { recursive: true }),
  }
}

async function openS3(): Promise<Store & { sandbox: S3Sandbox }> {
  let nowMs = Date.parse('2026-03-02T10:00:00Z')
  const sandbox = await openS3Sandbox({ nowMs: () => nowMs })
  const { settings } = sandbox
  return {
    sandbox,
    files: openS3Files({ ...settings, nowMs: () => nowMs }),
    stranger: openS3Files({ ...settings, secretAccessKey: 'another', nowMs: () => nowMs }),
    follow: async (url) => {
      const response = await fetch(url)
      return response.ok ? response : null
    },
    left: (name) => sandbox.keys().filter((key) => key.startsWith(`${name}/`)),
    advanceSeconds: (seconds) => {
      nowMs += seconds * 1000
    },
    close: () => sandbox.close(),
  }
}

const text = (words: string) => new TextEncoder().encode(words)
const link = { fileName: 'Café “1”.pdf', contentType: 'application/pdf', expiresInSeconds: 3600 }
async function* parts(...words: string[]) {
  for (const word of words) yield text(word)
}

describe.each([
  ['a folder', openLocal],
  ['a bucket', openS3],
])('files in %s', (_, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  test('are read back as stored, replaced, and gone once removed', async () => {
    const { files } = store
    await files.put('documents/a.pdf', text('one'))
    await files.put('documents/a.pdf', parts('two ', 'parts'))
    const stored = (await files.read('documents/a.pdf'))!
    expect([stored.sizeBytes, await new Response(stored.stream()).text()]).toEqual([9, 'two parts'])
    await files.remove('documents/a.pdf')
    await files.remove('documents/a.pdf')
    expect(await files.read('documents/a.pdf')).toBeNull()
  })

  test('may be large or empty', async () => {
    const { files } = store
    const chunk = new Uint8Array(1_000_000).fill(7)
    await files.put(
      'exports/large.csv',
      (async function* () {
        for (let n = 0; n < 12; n++) yield chunk
      })(),
    )
    const large = (await files.read('exports/large.csv'))!
    expect(large.sizeBytes).toBe(12_000_000)
    expect((await new Response(large.stream()).arrayBuffer()).byteLength).toBe(12_000_000)
    await files.put('exports/empty.csv', parts())
    expect((await files.read('exports/empty.csv'))!.sizeBytes).toBe(0)
  })

  test('whose writing failed leave nothing behind', async () => {
    const broken = async function* () {
      yield text('half')
      throw new Error('no more')
    }
    // Again and again: one file in twenty was opened after its source had failed.
    for (let attempt = 0; attempt < 100; attempt++)
      await expect(store.files.put('broken/b.csv', broken())).rejects.toThrow('no more')
    expect([await store.files.read('broken/b.csv'), store.left('broken')]).toEqual([null, []])
  })

  test.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', '.hidden', ''])('refuse the key %j', async (key) => {
    await expect(store.files.put(key, text('x'))).rejects.toThrow('no key')
    await expect(store.files.put(key, parts('x'))).rejects.toThrow('no key')
    await expect(store.files.read(key)).rejects.toThrow('no key')
    await expect(store.files.link(key, link)).rejects.toThrow('no key')
  })

  test('are served under their names by a link until it expires; by a changed or forged one never', async () => {
    const { files, stranger, follow } = store
    await files.put('documents/c.pdf', text('pdf'))
    const url = await files.link('documents/c.pdf', { ...link, expiresInSeconds: 60 })
    const answer = (await follow(url))!
    expect([await answer.text(), answer.headers.get('content-type')]).toEqual(['pdf', 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Caf_ _1_.pdf"; filename*=UTF-8''Caf%C3%A9%20%E2%80%9C1%E2%80%9D.pdf`,
    )
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    await files.put('documents/d.pdf', text('another'))
    const other = await files.link('documents/d.pdf', link)
    for (const forged of [
      url.slice(0, -4) + (url.endsWith('0000') ? '1111' : '0000'),
      url.replace('Expires=60', 'Expires=6000'),
      url.replace('documents/c.pdf', 'documents/d.pdf'),
      `${url}0`,
      await stranger.link('documents/c.pdf', link),
    ].filter((each) => each !== url && each !== other))
      expect(await follow(forged), forged).toBeNull()
    expect(await follow(await files.link('documents/none.pdf', link))).toBeNull()
    store.advanceSeconds(61)
    expect(await follow(url)).toBeNull()
    expect(await (await follow(other))!.text()).toBe('another')
    store.advanceSeconds(3600)
    expect(await follow(other)).toBeNull()
  })
})

describe('a bucket', () => {
  test('that fails, or refuses our key, is reported as unavailable, and nothing counts as stored', async () => {
    const store = await openS3()
    await store.files.put('documents/a.pdf', text('kept'))
    store.sandbox.fail(503)
    await expect(store.files.put('documents/b.pdf', text('lost'))).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.files.read('documents/a.pdf')).rejects.toMatchObject({ code: 'unavailable' })
    store.sandbox.fail(null)
    expect(await store.files.read('documents/b.pdf')).toBeNull()
    await expect(store.stranger.put('documents/a.pdf', text('forged'))).rejects.toMatchObject({ code: 'unavailable' })
    const stored = (await store.files.read('documents/a.pdf'))!
    expect(await new Response(stored.stream()).text()).toBe('kept')
    await store.close()
    await expect(store.files.read('documents/a.pdf')).rejects.toMatchObject({ code: 'unavailable' })
  })
})
