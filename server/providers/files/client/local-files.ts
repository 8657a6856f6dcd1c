import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Files } from '#server/providers/files/types.ts'
import { attachmentNamed, checkedKey, LINK_SECONDS } from './file-headers.ts'

export interface LocalFiles extends Files {
  /** Answers a link of {@link Files.link}: the file, or null where the link is none of ours, has expired or is empty. */
  download(token: string): Promise<Response | null>
}

/** Files in a folder of this machine; links are signed and lead to `linkBase/<token>`. */
export function openLocalFiles({
  folder,
  linkBase,
  secret,
  nowMs,
}: {
  folder: string
  linkBase: string
  secret: Uint8Array
  nowMs: () => number
}): LocalFiles {
  const filePath = (key: string) => join(folder, checkedKey(key))
  const sign = (payload: string) => createHmac('sha256', secret).update(`file link ${payload}`).digest()

  const read: Files['read'] = async (key) => {
    const path = filePath(key)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    return {
      sizeBytes: found.size,
      stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
    }
  }

  return {
    read,
    put: async (key, content) => {
      const path = filePath(key)
      const draft = `${path}.${randomBytes(6).toString('hex')}.part`
      await mkdir(dirname(path), { recursive: true })
      // Opened first: a stream told to open its own may do so after its source has failed and the draft is removed.
      const file = await open(draft, 'wx')
      try {
        await pipeline(content instanceof Uint8Array ? [content] : content, file.createWriteStream({ flush: true }))
        await rename(draft, path)
      } finally {
        await rm(draft, { force: true })
      }
    },
    remove: (key) => rm(filePath(key), { force: true }),
    link: async (key, { fileName, contentType, expiresInSeconds = LINK_SECONDS }) => {
      filePath(key)
      const expires = Math.floor(nowMs() / 1000) + expiresInSeconds
      const payload = Buffer.from(JSON.stringify([key, fileName, contentType, expires])).toString('base64url')
      return `${linkBase}/${payload}.${sign(payload).toString('base64url')}`
    },
    download: async (token) => {
      const [payload = '', signature = ''] = token.split('.')
      const [given, expected] = [Buffer.from(signature, 'base64url'), sign(payload)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const [key, fileName, contentType, expires] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        string,
        string,
        string,
        number,
      ]
      if (nowMs() / 1000 >= expires) return null
      const file = await read(key)
      if (!file) return null
      return new Response(file.stream(), {
        headers: {
          'content-type': contentType,
          'content-length': String(file.sizeBytes),
          'content-disposition': attachmentNamed(fileName),
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        },
      })
    },
  }
}
