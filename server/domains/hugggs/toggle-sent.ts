import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { type BulkResult, changedBy, type HugggSelection, lockHugggs } from './bulk.ts'
import { hasLapsed, Status, statusName } from './huggg.ts'
import { markSent } from './mark-sent.ts'

/**
 * Notes that gifts have been handed over (links, printed cards), or takes that back while they are unopened. Those that
 * are as wanted already are left out of the answer.
 * @throws not_found for gifts out of the caller's scope; wrong_state while the purchase is still making its gifts
 */
export async function toggleSent(
  work: Work,
  caller: Principal,
  wanted: HugggSelection & { sent: boolean },
): Promise<BulkResult> {
  const locked = await lockHugggs(work.tx, caller, wanted)
  const [from, to] = wanted.sent ? [Status.Created, Status.Sent] : [Status.Sent, Status.Created]
  const open = locked.filter((gift) => gift.status_id !== to)
  const changing = open.filter((gift) => gift.status_id === from && !hasLapsed(gift, work.at)).map((gift) => gift.id)
  const refused = open
    .filter((gift) => !changing.includes(gift.id))
    .map((gift) => ({
      hugggId: gift.id,
      why: hasLapsed(gift, work.at) ? 'expired' : `it is ${statusName(gift.status_id)}`,
    }))
  if (changing.length === 0) return { changed: 0, changedIds: [], refused }
  if (wanted.sent) await markSent(work, changing, 'marked as sent')
  else {
    await work.tx
      .updateTable('huggg')
      .set({ status_id: Status.Created, sent_date: null, ...changedBy(work, 'marked as not sent') })
      .where(sql<boolean>`id = any(${changing}::uuid[])`)
      .execute()
  }
  return { changed: changing.length, changedIds: changing, refused }
}
