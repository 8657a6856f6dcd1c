import { hugggsInScope } from '#server/domains/hugggs/gifts/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type Reminded, remindUnopened } from './remind-by-hand.ts'
import { resend } from './resend.ts'

/**
 * Reminds the recipients of gifts picked from a list. The gifts of each purchase follow the rules of its team; where one
 * lets none of them out, that is said of each.
 * @throws not_found where one of the ids is missing, or out of the caller's scope
 */
export async function remindPicked(work: Work, caller: Principal, hugggIds: readonly string[]): Promise<Reminded> {
  const gifts = await hugggsInScope(work.tx, caller, hugggIds)
  const all: Reminded = { changed: 0, refused: [] }
  for (const [transactionId, ofOne] of Map.groupBy(gifts, (gift) => gift.transaction_id)) {
    const ids = ofOne.map(({ id }) => id)
    const wanted = { transactionId, teamId: ofOne[0]!.team_id, hugggIds: ids }
    const { changed, refused } = await remindUnopened(work, wanted).catch((error: unknown) => refusedAll(error, ids))
    all.changed += changed
    all.refused.push(...refused)
  }
  await work.audit('hugggs.reminded', { kind: 'huggg', id: hugggIds[0]! }, auditDetail(gifts, all.changed))
  return all
}

/** Sends the messages of gifts picked from a list once more. @throws as remindPicked */
export async function resendPicked(work: Work, caller: Principal, hugggIds: readonly string[]): Promise<Reminded> {
  const gifts = await hugggsInScope(work.tx, caller, hugggIds)
  const all: Reminded = { changed: 0, refused: [] }
  for (const { id } of gifts) {
    const { changed, refused } = await resend(work, caller, id).then(
      () => ({ changed: 1, refused: [] }),
      (error: unknown) => refusedAll(error, [id]),
    )
    all.changed += changed
    all.refused.push(...refused)
  }
  await work.audit('hugggs.resent', { kind: 'huggg', id: hugggIds[0]! }, auditDetail(gifts, all.changed))
  return all
}

/** Both refuse before they write anything. */
function refusedAll(error: unknown, hugggIds: readonly string[]): Reminded {
  if (!(error instanceof Problem)) throw error
  return { changed: 0, refused: hugggIds.map((hugggId) => ({ hugggId, why: lowered(error.message) })) }
}

/** The list says “… left as they were: this gift was …”. */
const lowered = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`

const auditDetail = (gifts: readonly { team_id: string }[], changed: number) => ({
  teamId: gifts[0]!.team_id,
  detail: { asked: gifts.length, changed },
})
