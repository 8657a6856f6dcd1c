import { isUuid } from '#kit/uuid.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type UploadRecord, uploadInScope } from './queries.ts'

const UPLOAD_PATH = /^\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:png|jpg)$/

/** What to say where {@link findUpload} finds none. */
export const notUploaded = 'no picture of yours; upload it first (POST /v3/uploads) and give its key or url'

/** The upload that a key or its own address names, of the caller's teams; null for any other, foreign addresses too. */
export async function findUpload(
  posy: Pick<Posy, 'config'>,
  db: Db | Tx,
  caller: { teamIds: readonly string[] },
  keyOrUrl: string,
): Promise<UploadRecord | null> {
  const key = isUuid(keyOrUrl) ? keyOrUrl.toLowerCase() : keyOfUrl(posy, keyOrUrl)
  return key ? ((await uploadInScope(db, caller, key)) ?? null) : null
}

function keyOfUrl({ config }: Pick<Posy, 'config'>, text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || url.origin !== new URL(config.publicUrl).origin) return undefined
  return UPLOAD_PATH.exec(url.pathname)?.[1]
}

/** Whether an address is one that a picture is shown from here. */
export const isUploadUrl = (posy: Pick<Posy, 'config'>, url: string): boolean => keyOfUrl(posy, url) !== undefined
