import type { HelpedPerson } from '#contract/awards/people.ts'
import type { Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { requireBorn } from './birth-date.ts'
import { holdPerson, type PersonChange, readPerson, writePerson } from './people-queries.ts'

/**
 * Changes what is written down of someone. The audit names the fields and none of their values: those go when the person is erased.
 * @throws invalid_fields (422) for a birth date that is to come
 * @throws not_found (404) for someone whom other teams help, and for who was erased
 */
export async function changePerson(
  work: Work,
  caller: Principal,
  id: string,
  wanted: PersonChange,
): Promise<HelpedPerson> {
  requireBorn(wanted, work.at, 'dateOfBirth')
  const person = await holdPerson(work.tx, caller, id, work.at)
  const told = Object.entries(wanted).filter(([, value]) => value !== undefined) as [keyof PersonChange, unknown][]
  const changed = told.filter(([field, value]) => !isSame(person[field], value, field))
  if (changed.length === 0) return person
  await writePerson(work.tx, id, Object.fromEntries(changed) as PersonChange, work.at)
  await work.audit(
    'helped-person.changed',
    { kind: 'person', id },
    { teamId: person.teamId, detail: { fields: changed.map(([field]) => field).sort() } },
  )
  return readPerson(work.tx, caller, id, work.at)
}

/** English is what letters are in where no language is written down. */
const isSame = (kept: unknown, told: unknown, field: keyof PersonChange): boolean =>
  JSON.stringify(kept) === JSON.stringify(told) || (field === 'language' && (kept ?? 'en') === (told ?? 'en'))
