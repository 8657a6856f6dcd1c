import { email } from '#contract/core/shapes.ts'
import { readMobileNumber } from '#kit/phone.ts'
import { loadGiftRulesTeam } from '#web/app/catalogue/load-gift-rules.server.ts'
import { choice, readForm } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { type Failure, invalidForm } from '#web/ui/kit/failure.ts'
import { readBroughtPeople } from '#web/ui/wizard/brought-list.server.ts'
import type { ColumnQuestion } from '#web/ui/wizard/column-question.tsx'
import { toPerson } from '../recipients/to-person.ts'

const MAX_LIST_LETTERS = 2_000_000
const WRONG_NAMED = 5

type NewPeople =
  | { refused: { failure: Failure; question: ColumnQuestion | null }; people?: never }
  | { refused: null; people: ReturnType<typeof toPerson>[]; notices: string[] }

/** People whom a form brings to a group: those who can be reached, and in words who was left out. */
export async function readNewPeople(session: Session, form: FormData): Promise<NewPeople> {
  const { channel } = readForm(form, { channel: choice('email', 'sms') })
  const isSms = channel === 'sms'
  const brought = await readBroughtPeople(form, {
    contact: isSms ? 'phone' : 'email',
    most: MAX_LIST_LETTERS,
    tooMuch: 'The list is too large: at most 2 MB. Nothing was added.',
  })
  if (brought.general.length)
    return {
      refused: { failure: invalidForm({ pasted: brought.general.join(' ') }, form), question: brought.question },
    }
  const territory = isSms ? ((await loadGiftRulesTeam(session))?.territory ?? 'GB') : 'GB'
  const isReached = (address: string) =>
    isSms ? readMobileNumber(address, territory).number !== null : email().safeParse(address).success
  const [right, wrong] = [true, false].map((wanted) =>
    brought.people.filter(({ address }) => isReached(address) === wanted),
  ) as [typeof brought.people, typeof brought.people]
  return {
    refused: null,
    people: right.map(({ address, name }) => toPerson(isSms ? 'sms' : 'email', { address, name })),
    notices: [...brought.notices, ...leftOut(wrong.map(({ address, name }) => address || name))],
  }
}

function leftOut(wrong: readonly string[]): string[] {
  if (wrong.length === 0) return []
  const named = wrong.slice(0, WRONG_NAMED).map((each) => `“${each}”`)
  const more = wrong.length > WRONG_NAMED ? ` and ${wrong.length - WRONG_NAMED} more` : ''
  return [`Left out, for there is no right address: ${named.join(', ')}${more}.`]
}

/** What was added, in words; none where everyone was in it before. */
export const addedTo = (name: string, added: number): string =>
  added ? `${plural(added, 'person', 'people')} added to “${name}”.` : `No one new was added to “${name}”.`

/** Refusals of single people stand where their list was pasted. */
export function peopleFailure(failure: Failure): Failure {
  const ofPeople = Object.entries(failure.fields).filter(([path]) => path.startsWith('people'))
  if (ofPeople.length === 0) return failure
  const others = Object.entries(failure.fields).filter(([path]) => !path.startsWith('people'))
  const said = [...new Set(ofPeople.map(([, sentence]) => sentence))].slice(0, WRONG_NAMED)
  return { ...failure, fields: Object.fromEntries([...others, ['pasted', said.join(' ')]]) }
}
