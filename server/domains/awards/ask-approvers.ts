import { londonDate, toInstant } from '#kit/time.ts'
import { awardMessages, queueUserMessages } from '#server/domains/delivery/index.ts'
import { peopleWho } from '#server/domains/teams/team/index.ts'
import type { Hooks, Work } from '#server/platform/posy.ts'
import { countToDecide, issuersOfKey, oldestRequest } from './approval-queries.ts'

/**
 * Tells those who may decide that something waits, never who asked or is behind their key. While the same request is the oldest that
 * waits they are told once a day, of all of it: a pile is no row of emails.
 */
export async function askApprovers(
  work: Work,
  { teamId, askedBy }: { teamId: string; askedBy: string },
): Promise<void> {
  const { tx, at } = work
  const approvers = await peopleWho(tx, 'approve-awards', teamId)
  const own = new Set([askedBy, ...(await issuersOfKey(tx, askedBy))])
  const oldest = await oldestRequest(tx, teamId)
  const day = londonDate(toInstant(at))
  await queueUserMessages(work, awardMessages.toDecide, {
    teamId,
    messages: approvers
      .filter(({ id }) => !own.has(id))
      .map(({ id }) => ({ userId: id, dedupeKey: `award-approval/${oldest}/${day}/${id}`, detail: {} })),
  })
}

export const awardsToDecide: Hooks['awardsToDecide'] = async (db, messages) => {
  const rows = await countToDecide(db, messages)
  return new Map(rows.map(({ messageId, ...waits }) => [messageId, waits]))
}
