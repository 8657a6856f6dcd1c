import type { createAward } from '#contract/awards/awards.ts'
import { type AwardLanguage, awardLanguages } from '#contract/awards/languages.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { numberProblems, readMobileNumber } from '#kit/phone.ts'
import { amountRefusal, choice, exactText, pence, readForm, text, textOrNull, texts } from '#web/http/read-form.ts'
import { isId, readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { isRail } from './labels.ts'

const languages = Object.keys(awardLanguages) as AwardLanguage[]

type Body = Input<typeof createAward>['body']

/** Fields of the person are not nested on the screen. */
const fieldNames = Object.fromEntries(
  ['name', 'dateOfBirth', 'phoneNumber', 'email', 'postcode', 'postalAddress', 'language'].map((field) => [
    `person.${field}`,
    field,
  ]),
)

/** Makes the award that a form asks for. */
export async function submitAward(session: Session, form: FormData): Promise<{ id: string; waits: boolean } | Failure> {
  const { grantId, personId, key, amount, rails, caseReference, reason, duplicateReason, deliverBy } = readForm(form, {
    grantId: text,
    personId: text,
    key: text,
    amount: pence,
    rails: texts,
    caseReference: text,
    reason: text,
    duplicateReason: textOrNull,
    deliverBy: choice('sms', 'email', 'letter', 'hand'),
  })
  const fields: Record<string, string> = {}
  if (!amount) fields.amount = amountRefusal(form, 'amount')
  const person = isId(personId) ? null : readPerson(form, fields)
  if (Object.keys(fields).length) return invalidForm(fields, form)
  const body: Body = {
    ...{
      grantId: readId(grantId),
      caseReference,
      reason,
      amount: amount!,
      duplicateReason,
      deliverBy: deliverBy ?? 'hand',
    },
    rails: rails.filter(isRail),
    ...(person ? { person } : { personId: readId(personId) }),
  }
  const result = await session.api.createAward({ body }, { idempotencyKey: key })
  if (!result.ok) return toFormFailure(result.problem, form, fieldNames)
  return { id: result.value.data.id, waits: result.value.data.status === 'referred' }
}

/** @param fields what is wrong with it, by field */
function readPerson(form: FormData, fields: Record<string, string>): NonNullable<Body['person']> {
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
