import { isUuid } from '#kit/uuid.ts'
import type { Session } from '#web/session/session.ts'
import { loadAwardLike } from './award-like.server.ts'
import { whyGrantEnded } from './grant-end.server.ts'
import { withWrittenNumber } from './written-number.server.ts'

/** The grants that can pay, the one asked for or the newest, and who is helped again, maybe as an award that was not used would have. */
export async function loadNewAward(session: Session, asked: URLSearchParams, now: Date) {
  const like = await loadAwardLike(session, asked.get('like'))
  const { data } = session.unwrap(await session.api.listGrants({ query: { limit: 100 } }))
  const grants = data.filter((grant) => whyGrantEnded(grant, now) === null)
  const grant = grants.find(({ id }) => id === (asked.get('grant') ?? like?.grantId)) ?? grants[0] ?? null
  return { grants, grant, like, person: await knownPerson(session, like?.personId ?? asked.get('person')) }
}

/** Someone whom the reader's teams have helped. */
async function knownPerson(session: Session, id: string | null) {
  if (!id || !isUuid(id)) return null
  const answer = await session.api.getHelpedPerson({ params: { id: id.toLowerCase() } })
  if (!answer.ok && answer.problem.status === 404) return null
  return withWrittenNumber(session.unwrap(answer).data)
}
