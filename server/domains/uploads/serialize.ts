import type { Upload } from '#contract/uploads/uploads.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { UploadRecord } from './queries.ts'

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** Where the picture is shown from; it never changes. */
export const uploadUrl = (
  { config }: Pick<Posy, 'config'>,
  { id, content_type }: Pick<UploadRecord, 'id' | 'content_type'>,
): string => `${config.publicUrl}/uploads/${id}.${ENDINGS[content_type]}`

export const serializeUpload = (posy: Pick<Posy, 'config'>, upload: UploadRecord): Upload => ({
  key: upload.id,
  url: uploadUrl(posy, upload),
  kind: upload.kind,
  contentType: upload.content_type,
  width: upload.width,
  height: upload.height,
  sizeBytes: upload.size_bytes,
})
