import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'

export type UploadRecord = Selectable<Database['upload']>

/** An upload by its public id: anyone who knows the address may see the picture. */
export const uploadById = (db: Db | Tx, id: string): Promise<UploadRecord | undefined> =>
  db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()

/** An upload of one of these teams; another team's is missing. */
export const uploadInScope = (
  db: Db | Tx,
  { teamIds }: { teamIds: readonly string[] },
  id: string,
): Promise<UploadRecord | undefined> =>
  teamIds.length === 0
    ? Promise.resolve(undefined)
    : db
        .selectFrom('upload')
        .selectAll()
        .where('id', '=', id)
        .where('team_id', 'in', [...teamIds])
        .executeTakeFirst()

/** What a subject shows for a purpose. The caller has looked whose it is. */
export const uploadUsedBy = (db: Db | Tx, purpose: string, subjectId: string): Promise<UploadRecord | undefined> =>
  db
    .selectFrom('upload_use')
    .innerJoin('upload', 'upload.id', 'upload_use.upload_id')
    .selectAll('upload')
    .where('upload_use.purpose', '=', purpose)
    .where('upload_use.subject_id', '=', subjectId)
    .executeTakeFirst()
