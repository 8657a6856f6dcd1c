import type { checkParticipants } from '#contract/budgets/participants.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import { sentenceFor, sentenceForAddress } from '#web/messages.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { readListText, readPeople } from '#web/ui/wizard/brought-list.server.ts'
import type { ColumnQuestion } from '#web/ui/wizard/column-question.tsx'

const LONGEST = 500_000

export type PeopleCheck = Answer<typeof checkParticipants>['data']

/** A list as it was typed, pasted or brought as a file, and what adding it would do. */
export interface CheckedPeople {
  text: string
  /** What was passed over in it. */
  notices: string[]
  question: ColumnQuestion | null
  check: PeopleCheck | null
  /** What is wrong in its rows, in words. */
  wrong: { path: string; row: number | undefined; sentence: string }[]
  failure: Failure | null
}

/** Looks at a list. Changes nothing. */
export async function checkBroughtPeople(session: Session, id: string, form: FormData): Promise<CheckedPeople> {
  const { amounts } = readForm(form, { amounts: choice('own') })
  const { list, refused } = await readListText(form, 'people')
  const unchecked = { text: list, notices: [], question: null, check: null, wrong: [], failure: null }
  const refuse = (message: string): CheckedPeople => ({ ...unchecked, failure: invalidForm({ people: message }) })
  if (refused) return refuse(refused)
  if (!list.trim()) return { ...refuse('Give at least one address.'), text: '' }
  if (list.length > LONGEST) return refuse('The list is too long: a budget has at most 1,000 people.')
  const { people, notices, question } = readPeople(list, form, {
    contact: 'email',
    beside: amounts === 'own' ? 'amount' : 'name',
  })
  if (question) return { ...refuse('Say which column is meant.'), question }
  const participants = people.map(({ address, name, amount }) => ({ email: address, name, amount }))
  const result = await session.api.checkParticipants({ params: { id }, body: { participants } })
  if (!result.ok)
    return {
      ...unchecked,
      failure: toFormFailure(result.problem, undefined, { participants: 'people', csv: 'people' }),
    }
  const check = result.value.data
  const wrong = check.errors.map((error) => ({
    path: error.path,
    row: people[error.row]?.row,
    sentence: sentenceForRow(error, {
      address: people[error.row]?.address ?? '',
      amount: check.read[error.row]?.amount,
    }),
  }))
  return { ...unchecked, notices, check, wrong }
}

/** Written here: the page’s scripts need none of these sentences. */
function sentenceForRow(
  { reason, message }: PeopleCheck['errors'][number],
  { address, amount }: { address: string; amount: string | undefined },
): string {
  if (reason?.code === 'amount_malformed') return `“${amount}”: ${sentenceFor({ reason, message })}`
  return reason ? sentenceForAddress(address, { reason, message }) : `${address} ${message}`
}
