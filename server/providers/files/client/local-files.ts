import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileAnswer } from '#server/platform/http/file-answer.ts'
import { readClaims, signClaims } from '#server/platform/signed-claims.ts'
import type { Files } from '#server/providers/files/types.ts'
import { checkedKey } from './checked-key.ts'

const PURPOSE = 'file link'
type Claims = [key: string, fileName: string, contentType: string, expires: number]

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
    link: async (key, { fileName, contentType, expiresInSeconds }) => {
      filePath(key)
      const expires = Math.floor(nowMs() / 1000) + expiresInSeconds
      const claims: Claims = [key, fileName, contentType, expires]
      return `${linkBase}/${signClaims(secret, PURPOSE, claims)}`
    },
    download: async (token) => {
      const claims = readClaims<Claims>(secret, PURPOSE, token)
      if (!claims) return null
      const [key, fileName, contentType, expires] = claims
      const file = nowMs() / 1000 < expires ? await read(key) : null
      return file && fileAnswer(file, { fileName, contentType })
    },
  }
}
