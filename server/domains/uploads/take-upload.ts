import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { UploadKind } from '#contract/uploads/uploads.ts'
import { toDate } from '#kit/time.ts'
import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { faultMessages } from './picture.ts'
import type { UploadRecord } from './queries.ts'
import { type Redrawn, redraw } from './redraw.ts'

const PER_HOUR = { attempts: 200, windowSeconds: 3600 }
/** What comes to nothing counts as much as ten that do: pictures that are dear to draw are mostly such. */
const FAILED_COUNTS_MORE = 9
/** Longer than storing a picture can take. */
const STORED_WITHIN_MS = 3_600_000

/**
 * Keeps a picture for the team acted in. The same picture again is the same upload.
 * @throws invalid_fields for what is no picture we take; too_many_requests; unavailable
 */
export async function takeUpload(
  posy: Posy,
  caller: Principal,
  { file, kind }: { file: File; kind: UploadKind },
): Promise<UploadRecord> {
  const { teamId, userId } = member(caller)
  await countAttempt(posy, `upload ${teamId}`, PER_HOUR)
  const drawn = await redraw(new Uint8Array(await file.arrayBuffer()), kind, { teamId })
  if ('fault' in drawn) {
    await countAttempt(posy, `upload ${teamId}`, PER_HOUR, FAILED_COUNTS_MORE)
    throw invalidFields([{ path: 'file', message: faultMessages[drawn.fault], code: drawn.fault }])
  }
  const sha256 = createHash('sha256').update(drawn.content).digest('hex')
  const known = await touch(posy, { teamId, kind, sha256 })
  return known ?? (await store(posy, drawn, { teamId, userId, kind, sha256 }))
}

interface Identity {
  teamId: string
  kind: UploadKind
  sha256: string
}

/** The upload that holds the picture already, kept for another day. */
const touch = (posy: Posy, { teamId, kind, sha256 }: Identity): Promise<UploadRecord | undefined> =>
  posy.db
    .updateTable('upload')
    .set({ unused_since: new Date(posy.wall.nowMs()) })
    .where('team_id', '=', teamId)
    .where('kind', '=', kind)
    .where('sha256', '=', sha256)
    .returningAll()
    .executeTakeFirst()

async function store(
  posy: Posy,
  { content, contentType, width, height }: Redrawn,
  { userId, ...identity }: Identity & { userId: string },
): Promise<UploadRecord> {
  const { teamId, kind, sha256 } = identity
  const ending = contentType === 'image/png' ? 'png' : 'jpg'
  const objectKey = `uploads/${sha256}-${randomBytes(6).toString('hex')}.${ending}`
  // Noted for removal until its row stands: what a crash leaves behind is found.
  const removeAfter = new Date(posy.wall.nowMs() + STORED_WITHIN_MS)
  await posy.db.insertInto('upload_removal').values({ object_key: objectKey, remove_after: removeAfter }).execute()
  await posy.providers.files.put(objectKey, content)
  const kept = await posy.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('upload')
      .values({
        // Random, not in the order of time: the id is all that leads to the picture.
        id: randomUUID(),
        team_id: teamId,
        user_id: userId,
        kind,
        sha256,
        object_key: objectKey,
        content_type: contentType,
        width,
        height,
        size_bytes: content.byteLength,
        created_at: toDate(posy.clock.now()),
        unused_since: new Date(posy.wall.nowMs()),
      })
      .onConflict((conflict) => conflict.columns(['team_id', 'kind', 'sha256']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) await tx.deleteFrom('upload_removal').where('object_key', '=', objectKey).execute()
    return row
  })
  if (kept) return kept
  await posy.providers.files.remove(objectKey)
  await posy.db.deleteFrom('upload_removal').where('object_key', '=', objectKey).execute()
  const twin = await touch(posy, identity)
  if (!twin) throw new Error(`an upload of ${sha256} was neither stored nor there`)
  return twin
}
