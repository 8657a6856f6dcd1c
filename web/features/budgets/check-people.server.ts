import { isPass } from '#client/result.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import type { checkParticipants } from '#contract/participants.ts'
import type { Session } from '../../session/session.ts'
import { type Failure, failureOf, invalidForm } from '../../ui/kit/failure.ts'

const LONGEST = 500_000

export type PeopleCheck = Answer<typeof checkParticipants>['data']

/** A list as it was typed, pasted or brought as a file, and what adding it would do. */
export interface CheckedPeople {
  text: string
  check: PeopleCheck | null
  failure: Failure | null
}

/** Looks at a list. Changes nothing. */
export async function checkPeople(session: Session, id: string, text: string): Promise<CheckedPeople> {
  const wrong = (message: string): CheckedPeople => ({ text, check: null, failure: invalidForm({ people: message }) })
  if (!text.trim()) return { ...wrong('Give at least one address.'), text: '' }
  if (text.length > LONGEST) return { ...wrong('The list is too long: a budget has at most 1,000 people.'), text: '' }
  const result = await session.api.checkParticipants({ params: { id }, body: { csv: text } })
  return isPass(result)
    ? { text, check: result.pass.data, failure: null }
    : { text, check: null, failure: failureOf(result.fail!, undefined, { csv: 'people' }) }
}
