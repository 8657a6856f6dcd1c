import type { Grant } from '#contract/awards/grants.ts'
import { londonDate, toInstant } from '#kit/time.ts'
import { isId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'

/** The grants that can pay, the one asked for or the newest, and who is helped again. */
export async function loadNewAward(session: Session, asked: URLSearchParams) {
  const { data } = session.unwrap(await session.api.listGrants({ query: { limit: 100 } }))
  const grants = data.filter(isOpen)
  const grant = grants.find(({ id }) => id === asked.get('grant')) ?? grants[0] ?? null
  return { grants, grant, person: await knownPerson(session, asked.get('person')) }
}

const isOpen = ({ untilDay, dateClosed }: Grant): boolean =>
  dateClosed === null && untilDay >= londonDate(toInstant(new Date())).toString()

/** Someone whom the reader's teams have helped. */
async function knownPerson(session: Session, id: string | null) {
  if (!id || !isId(id)) return null
  const answer = await session.api.getHelpedPerson({ params: { id: id.toLowerCase() } })
  if (!answer.ok && answer.problem.status === 404) return null
  return session.unwrap(answer).data
}
