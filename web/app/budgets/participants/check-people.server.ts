import type { checkParticipants } from '#contract/budgets/participants.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { readListText, readPeople } from '#web/ui/wizard/brought-list.server.ts'
import type { ColumnQuestion } from '#web/ui/wizard/column-question.tsx'

const LONGEST = 500_000

export type PeopleCheck = Answer<typeof checkParticipants>['data']

/** A list as it was typed, pasted or brought as a file, and what adding it would do. */
export interface CheckedPeople {
  text: string
  /** Each row of it, by where it stands in the list. */
  rows: { row: number; address: string }[]
  /** What was passed over in it. */
  notices: string[]
  question: ColumnQuestion | null
  check: PeopleCheck | null
  failure: Failure | null
}

/** Looks at a list. Changes nothing. */
export async function checkBroughtPeople(session: Session, id: string, form: FormData): Promise<CheckedPeople> {
  const { amounts } = readForm(form, { amounts: choice('own') })
  const { list, refused } = await readListText(form, 'people')
  const unchecked = { text: list, rows: [], notices: [], question: null, check: null, failure: null }
  const wrong = (message: string): CheckedPeople => ({ ...unchecked, failure: invalidForm({ people: message }) })
  if (refused) return wrong(refused)
  if (!list.trim()) return { ...wrong('Give at least one address.'), text: '' }
  if (list.length > LONGEST) return wrong('The list is too long: a budget has at most 1,000 people.')
  const { people, notices, question } = readPeople(list, form, {
    contact: 'email',
    beside: amounts === 'own' ? 'amount' : 'name',
  })
  if (question) return { ...wrong('Say which column is meant.'), question }
  const participants = people.map(({ address, name, amount }) => ({ email: address, name, amount }))
  const result = await session.api.checkParticipants({ params: { id }, body: { participants } })
  if (!result.ok)
    return {
      ...unchecked,
      failure: toFormFailure(result.problem, undefined, { participants: 'people', csv: 'people' }),
    }
  const rows = people.map(({ address, row }) => ({ address, row }))
  return { ...unchecked, rows, notices, check: result.value.data }
}
