import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'

const MOST = 100

/** Requests and batches that wait for a second person, the newest first, and how many there are, in words. */
export async function loadWaiting(session: Session) {
  const [awards, batches] = await Promise.all([
    session.api.listAwards({ query: { status: ['referred'], inBatch: 'false', limit: MOST } }),
    session.api.listAwardBatches({ query: { limit: MOST } }),
  ])
  const { data, hasNext } = session.unwrap(awards)
  const waiting = session.unwrap(batches).data.filter(({ status }) => status === 'referred')
  const count = data.length + waiting.length
  return { awards: data, batches: waiting, count: count === 0 ? null : hasNext ? `${MOST} and more` : `${count}` }
}

/** Where someone goes who has decided: to what waits for them still, else back to what they have decided on. */
export async function afterDecision(session: Session, decidedOn: string): Promise<string> {
  const { awards, batches } = await loadWaiting(session)
  const isForThem = ({ createdBy }: { createdBy: { id: string } }) => createdBy.id !== session.user?.id
  return awards.some(isForThem) || batches.some(isForThem) ? paths.awardApprovals : decidedOn
}
