import type { GiftMeta } from '#contract/orders/purchase.ts'
import { findUpload, showUpload, type UploadRecord, uploadUrl } from '#server/domains/uploads/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'

/** Pictures of a choice's segments, by the segment. */
export type SegmentPictures = ReadonlyMap<string, UploadRecord>

/**
 * What is said of a choice, its pictures by the addresses that they are shown from. Other hosts' pictures stay as they
 * were sent, for programs that read them again: pages of ours load none.
 * @returns `missing`: the paths of pictures that are none of the caller's
 */
export async function findSegmentPictures<Meta extends GiftMeta | null | undefined>(
  posy: Posy,
  db: Db | Tx,
  caller: { teamIds: readonly string[] },
  meta: Meta,
): Promise<{ meta: Meta; pictures: SegmentPictures; missing: string[] }> {
  const pictures = new Map<string, UploadRecord>()
  const missing: string[] = []
  if (!meta?.gwcSegments) return { meta, pictures, missing }
  const gwcSegments = []
  for (const [index, segment] of meta.gwcSegments.entries()) {
    const upload = segment.image ? await findUpload(posy, db, caller, segment.image) : null
    if (upload) pictures.set(segment.id, upload)
    else if (segment.image && !isElsewhere(posy, segment.image)) missing.push(`gwcSegments.${index}.image`)
    gwcSegments.push(upload ? { ...segment, image: uploadUrl(posy, upload) } : segment)
  }
  return { meta: { ...meta, gwcSegments }, pictures, missing }
}

function isElsewhere({ config }: Posy, address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.origin !== new URL(config.publicUrl).origin
}

/** Keeps the pictures of an order or a purchase as long as it shows them, in place of those it showed before. */
export async function showSegmentPictures(
  work: Work,
  shown: { by: 'order' | 'transaction'; subjectId: string; before?: GiftMeta | null; pictures: SegmentPictures },
): Promise<void> {
  const { by, subjectId, before, pictures } = shown
  const segmentIds = new Set([...(before?.gwcSegments ?? []).map(({ id }) => id), ...pictures.keys()])
  for (const id of segmentIds)
    await showUpload(work, { purpose: `${by}-segment:${id}`, subjectId, upload: pictures.get(id) ?? null })
}
