import type { Posy } from '#server/platform/posy.ts'
import { invalidFields, notFound } from '#server/platform/problem/problem.ts'
import { findUpload, notUploaded } from './find-upload.ts'
import { readUpload } from './serve-upload.ts'

/** The bytes of a picture that a request names. @throws invalid_fields (422) for one that is not of the caller's teams; not_found */
export async function readOwnUpload(
  posy: Posy,
  caller: { teamIds: readonly string[] },
  { path, keyOrUrl }: { path: string; keyOrUrl: string },
): Promise<Buffer> {
  const upload = await findUpload(posy, posy.db, caller, keyOrUrl)
  if (!upload) throw invalidFields([{ path, message: notUploaded, code: 'not_uploaded' }])
  const picture = await readUpload(posy, upload)
  if (!picture) throw notFound('picture')
  return picture
}
