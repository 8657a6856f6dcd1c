import type { createAward } from '#contract/awards/awards.ts'
import { householdTypes } from '#contract/awards/household-type.ts'
import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import type { FoundPerson } from '#contract/awards/people.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import { isUuid } from '#kit/uuid.ts'
import { amountRefusal, choice, exactText, pence, readForm, text, textOrNull, texts } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { isRail } from './labels.ts'
import { withWrittenNumber } from './written-number.server.ts'

const languages = Object.keys(awardLanguages) as AwardLanguage[]

type Body = Input<typeof createAward>['body']

/** Fields of the person are not nested on the screen. */
const fieldNames = Object.fromEntries(
  ['name', 'dateOfBirth', 'phoneNumber', 'email', 'postcode', 'postalAddress', 'language'].map((field) => [
    `person.${field}`,
    field,
  ]),
)

/** What came of a press: an award, a refusal, or, as was asked for, who is known already. */
type Outcome =
  | { id: string; waits: boolean }
  | { failure: Failure; known: FoundPerson[] }
  | { known: FoundPerson[]; values: Failure['values']; lists: Failure['lists'] }

/** Who it is for, where people are known that it may be: one of them, or someone new. */
const SOMEONE_NEW = 'new'

/** Makes the award that a form asks for; first it says who is there already that it may be for. */
export async function submitAward(session: Session, form: FormData): Promise<Outcome> {
  const { intent, grantId, personId, who, key, amount, rails, ...said } = readForm(form, {
    intent: choice('check'),
    ...{ grantId: text, personId: text, who: text, key: text },
    amount: pence,
    rails: texts,
    ...{ caseReference: text, reason: text, duplicateReason: textOrNull },
    deliverBy: choice('sms', 'email', 'letter', 'hand'),
    householdType: choice(...householdTypes),
  })
  const fields: Record<string, string> = {}
  const person = readPerson(form, fields)
  const isKnown = isUuid(personId)
  const known = isKnown
    ? []
    : await findKnown(session, readId(grantId), { ...person, caseReference: said.caseReference })
  if (intent === 'check') {
    const { values, lists } = invalidForm({}, form)
    return { known, values, lists }
  }
  if (!amount) fields.amount = amountRefusal(form, 'amount')
  const chosen = known.find(({ id }) => id === who)
  if (known.length && !chosen && who !== SOMEONE_NEW) fields.who = 'Choose who it is for'
  if (Object.keys(fields).length) return { failure: invalidForm(fields, form), known }
  const theirs = isKnown ? readId(personId) : chosen?.id
  const missing = theirs && (await fillIn(session, theirs, person, form))
  if (missing) return { failure: missing, known }
  const body: Body = {
    ...{ ...said, grantId: readId(grantId), amount: amount!, deliverBy: said.deliverBy ?? 'hand' },
    rails: rails.filter(isRail),
    ...(theirs ? { personId: theirs } : { person }),
  }
  const result = await session.api.createAward({ body }, { idempotencyKey: key })
  if (!result.ok) return { failure: atItsField(toFormFailure(result.problem, form, fieldNames), body), known }
  return { id: result.value.data.id, waits: result.value.data.status === 'referred' }
}

/** What a way to the person needs of them. */
const reachedBy = { sms: 'phoneNumber', email: 'email', letter: 'postalAddress', hand: null } as const

/** Where the way to the person misses something of them, the mistake is there. */
export function atItsField(failure: Failure, { deliverBy = 'hand' }: Pick<Body, 'deliverBy'>): Failure {
  const { deliverBy: missing, ...fields } = failure.fields
  const field = reachedBy[deliverBy]
  return missing && field ? { ...failure, fields: { ...fields, [field]: needed[field] } } : failure
}

const needed = {
  phoneNumber: 'Needed to send the link by text',
  email: 'Needed to send the link by email',
  postalAddress: 'Needed to send the link by letter',
}

type TypedPerson = NonNullable<Body['person']>

/** Too many looks show no one; whether an award may be made is asked of the API whatever is seen here. */
async function findKnown(
  session: Session,
  grantId: string,
  { name, dateOfBirth, phoneNumber, email, postcode, caseReference }: TypedPerson & { caseReference: string },
): Promise<FoundPerson[]> {
  const answer = await session.api.findHelpedPeople({
    body: {
      grantId,
      name: name || null,
      dateOfBirth,
      phoneNumber,
      email,
      postcode,
      caseReference: caseReference || null,
    },
  })
  return answer.ok ? answer.value.data.map(withWrittenNumber) : []
}

/** What was typed of someone known that was not known of them; what is written down of them stays. */
async function fillIn(
  session: Session,
  id: string,
  { name: _, language: __, ...typed }: TypedPerson,
  form: FormData,
): Promise<Failure | null> {
  const told = Object.entries(typed).filter(([, value]) => value !== null)
  if (told.length === 0) return null
  const person = session.unwrap(await session.api.getHelpedPerson({ params: { id } })).data
  const fresh = told.filter(([field]) => person[field as keyof typeof typed] === null)
  if (fresh.length === 0) return null
  const answer = await session.api.updateHelpedPerson({
    ...{ params: { id }, body: Object.fromEntries(fresh) as Partial<TypedPerson> },
  })
  return answer.ok ? null : toFormFailure(answer.problem, form)
}

/** @param fields what is wrong with it, by field */
export function readPerson(form: FormData, fields: Record<string, string>): TypedPerson {
  const { phoneNumber, postalAddress, ...typed } = readForm(form, {
    name: text,
    dateOfBirth: textOrNull,
    phoneNumber: text,
    email: textOrNull,
    postalAddress: exactText,
    postcode: textOrNull,
    language: choice(...languages),
  })
  const lines = postalAddress
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const read = phoneNumber ? readMobileNumber(phoneNumber, 'GB') : null
  if (read?.number === null) fields.phoneNumber = `This ${numberProblems[read.problem]}`
  return { ...typed, phoneNumber: read?.number ?? null, postalAddress: lines.length ? lines : null }
}
