import { sql } from 'kysely'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { type BulkResult, changedBy, type HugggSelection, type LockedHuggg, lockHugggs } from '../change/index.ts'
import { hasLapsed, Status, statusName } from '../states/index.ts'
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
  const whyNot = (gift: LockedHuggg): string | null => {
    if (hasLapsed(gift, work.at)) return 'expired'
    if (gift.status_id !== from) return `it is ${statusName(gift.status_id)}`
    return gift.superhuggg_id ? 'it is given out at its shared link' : null
  }
  const changing = open.filter((gift) => whyNot(gift) === null).map((gift) => gift.id)
  const refused = open.flatMap((gift) => {
    const why = whyNot(gift)
    return why ? [{ hugggId: gift.id, why }] : []
  })
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
