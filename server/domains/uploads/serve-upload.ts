import { Readable } from 'node:stream'
import type { Posy } from '#server/platform/posy.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { uploadById } from './queries.ts'

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(png|jpg)$/
/** Drawn again by us, it can hold nothing that runs; a browser is told so all the same. */
export const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // Emails and other people's chats show it too.
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': 'inline',
}

/** The picture of an address that {@link uploadUrl} gave. @throws not_found */
export async function serveUpload(posy: Posy, name: string, headers: Headers): Promise<Response> {
  const id = NAME.exec(name)?.[1]
  const upload = id && (await uploadById(posy.db, id))
  if (!upload) throw notFound('picture')
  const etag = `"${upload.sha256}"`
  if (headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers: { ...PICTURE_HEADERS, etag } })
  const file = await posy.providers.files.read(upload.object_key)
  if (!file) throw notFound('picture')
  return new Response(file.stream(), {
    headers: {
      ...PICTURE_HEADERS,
      etag,
      'content-type': upload.content_type,
      'content-length': String(file.sizeBytes),
    },
  })
}

/** The bytes of a picture, for what is drawn on the server. Null where it is gone. */
export async function readUpload(posy: Posy, { object_key }: { object_key: string }): Promise<Buffer | null> {
  const file = await posy.providers.files.read(object_key)
  if (!file) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of Readable.fromWeb(file.stream() as never)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
