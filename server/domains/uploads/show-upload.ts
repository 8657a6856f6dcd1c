import type { Work } from '#server/platform/posy.ts'
import type { UploadRecord } from './queries.ts'

/** What can show a picture: one each. */
export type UploadPurpose =
  | 'transaction-cover'
  | 'order-cover'
  | 'team-logo'
  | 'printable-logo'
  | 'template-logo'
  | 'branding-logo'
  | 'giftwrap-pattern'
  /** Of a segment of a choice, named by its id. */
  | `order-segment:${string}`
  | `transaction-segment:${string}`

/**
 * Says that a subject shows a picture from now on, in place of the one it showed before; null: none from now on. A picture
 * that nothing shows is removed a day later. Anyone who calls has found the upload in the caller's scope.
 */
export async function showUpload(
  { tx, posy }: Work,
  { purpose, subjectId, upload }: { purpose: UploadPurpose; subjectId: string; upload: UploadRecord | null },
): Promise<void> {
  const before = await tx
    .deleteFrom('upload_use')
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .returning('upload_id')
    .executeTakeFirst()
  if (before && before.upload_id !== upload?.id) {
    const unused_since = new Date(posy.wall.nowMs())
    await tx.updateTable('upload').set({ unused_since }).where('id', '=', before.upload_id).execute()
  }
  if (!upload) return
  await tx
    .insertInto('upload_use')
    .values({ purpose, subject_id: subjectId, team_id: upload.team_id, upload_id: upload.id })
    .execute()
}
