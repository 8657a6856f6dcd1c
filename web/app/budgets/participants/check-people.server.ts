import { isPass } from '#client/result.ts'
import type { checkParticipants } from '#contract/budgets/participants.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { readPastedList } from '#web/ui/wizard/pasted-list.server.ts'
import { formatPeopleCsv } from '../wizard/people.ts'

const LONGEST = 500_000

export type PeopleCheck = Answer<typeof checkParticipants>['data']

/** A list as it was typed, pasted or brought as a file, and what adding it would do. */
export interface CheckedPeople {
  text: string
  /** What was found in it, row by row. */
  addresses: string[]
  check: PeopleCheck | null
  failure: Failure | null
}

/** Looks at a list. Changes nothing. */
export async function checkPastedPeople(
  session: Session,
  id: string,
  { text, hasAmounts }: { text: string; hasAmounts: boolean },
): Promise<CheckedPeople> {
  const wrong = (message: string): CheckedPeople => ({
    text,
    addresses: [],
    check: null,
    failure: invalidForm({ people: message }),
  })
  if (!text.trim()) return { ...wrong('Give at least one address.'), text: '' }
  if (text.length > LONGEST) return wrong('The list is too long: a budget has at most 1,000 people.')
  const rows = readPastedList(text, 'email', hasAmounts ? 'amount' : 'name').map(({ address, amount }) => ({
    email: address,
    amount,
  }))
  const result = await session.api.checkParticipants({ params: { id }, body: { csv: formatPeopleCsv(rows) } })
  return isPass(result)
    ? { text, addresses: rows.map(({ email }) => email), check: result.pass.data, failure: null }
    : { text, addresses: [], check: null, failure: toFormFailure(result.fail!, undefined, { csv: 'people' }) }
}
