import type { HouseholdType } from '#contract/awards/household-type.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { whyNotPaidOut } from '#contract/core/rails.ts'
import type { Pence } from '#kit/money.ts'
import {
  awardFee,
  awardProblems,
  costPence,
  type DeliverBy,
  type GrantRecord,
  type RailKey,
  type RailRecord,
} from './award.ts'
import { isUnborn, unborn } from './birth-date.ts'
import type { NewPerson } from './make-award.ts'
import { whyUnreachable } from './send-link.ts'

/** A row as it was sent; what it leaves out is as the batch says. */
export interface BatchRow {
  /** Its number in the list as people read it; its place, unless told. */
  row?: number | undefined
  personId?: string | undefined
  person?: NewPerson | undefined
  caseReference: string
  amount?: Pence | undefined
  reason?: string | undefined
  householdType?: HouseholdType | null | undefined
  rails?: readonly RailKey[] | undefined
  deliverBy?: DeliverBy | undefined
  /** Why someone is helped again who was helped lately. */
  duplicateReason?: string | null | undefined
}

export interface NewBatch extends Pick<BatchRow, 'amount' | 'reason' | 'rails' | 'deliverBy' | 'duplicateReason'> {
  grantId: string
  /** What people call the list. */
  name: string
  rows: readonly BatchRow[]
}

/** Someone whom the team has helped before. */
export interface KnownPerson extends NewPerson {
  id: string
  /** Out of this grant. */
  awards: number
}

/** A row that can become an award. */
export interface BatchAward {
  /** Its number in the list. */
  place: number
  /** Its own reason to help someone again. */
  again: string | null
  person: NewPerson & { id?: string }
  caseReference: string
  reason: string
  householdType: HouseholdType | null
  amountPence: Pence
  fee_pence: Pence
  fee_vat_pence: Pence
  rails: readonly RailKey[]
  deliverBy: DeliverBy
}

/** Beside its row: what is wrong, or worth a look. */
export interface RowNote {
  place: number
  field: string
  code?: string | undefined
  /** The row that it repeats. */
  earlier?: number | undefined
  message: string
}

/** What rows are held against. */
export interface BatchRules {
  grant: GrantRecord
  granted: readonly string[]
  rails: ReadonlyMap<string, RailRecord>
  people: ReadonlyMap<string, KnownPerson>
  /** The business's day, as `2026-11-27`. */
  today: string
}

export interface ReadBatch {
  /** Of the rows that nothing stands against. */
  awards: BatchAward[]
  problems: RowNote[]
  repeats: RowNote[]
  /** Rows that keep fewer ways than the batch offers, for not all pay their amount. */
  ways: { place: number; rails: readonly RailKey[] }[]
}

/** Every row with the batch's own words, and all that stands against it. */
export function readBatch(batch: NewBatch, rules: BatchRules): ReadBatch {
  const awards: BatchAward[] = []
  const problems: RowNote[] = []
  const ways: ReadBatch['ways'] = []
  const places = new Set<number>()
  for (const [index, row] of batch.rows.entries()) {
    const place = rowNumber(row, index)
    if (places.has(place)) problems.push({ place, field: 'row', message: 'is another row’s number too' })
    places.add(place)
    const whole = { ...batch, ...withoutUndefined(row) }
    const kept = row.rails ? null : keptWays(whole)
    if (kept) ways.push({ place, rails: kept })
    const found = readRow(kept ? { ...whole, rails: kept } : whole, rules)
    if ('award' in found) awards.push({ place, again: row.duplicateReason ?? null, ...found.award })
    else problems.push(...found.problems.map(({ path, code, message }) => ({ place, field: path, code, message })))
  }
  problems.push(...tooMany(awards, rules))
  const repeats = findRepeats(awards)
  problems.push(...repeats.filter(isTheSame))
  const refused = new Set(problems.map(({ place }) => place))
  return {
    awards: awards.filter(({ place }) => !refused.has(place)),
    problems: problems.sort((one, other) => one.place - other.place),
    repeats: repeats.filter((note) => !isTheSame(note)),
    ways: ways.filter(({ place }) => !refused.has(place)),
  }
}

/** By which a row is named in every answer. */
export const rowNumber = ({ row }: BatchRow, index: number): number => row ?? index + 1

/** Of the batch's ways those that pay a row's amount, where not all do; null where all do, and where none does: that is refused. */
function keptWays({ amount, rails = [] }: BatchRow): readonly RailKey[] | null {
  const kept = amount ? [...new Set(rails)].filter((rail) => whyNotPaidOut(rail, amount) === null) : []
  return kept.length && kept.length < new Set(rails).size ? kept : null
}

const withoutUndefined = (row: BatchRow): BatchRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as BatchRow

type Read = { award: Omit<BatchAward, 'place' | 'again'> } | { problems: ErrorDetail[] }

function readRow(row: BatchRow, rules: BatchRules): Read {
  const { amount = 0, reason = '', deliverBy = 'hand' } = row
  const keys = [...new Set(row.rails)]
  const rails = keys.map((key) => rules.rails.get(key)!)
  const problems: ErrorDetail[] = []
  const refuse = (path: string, message: string) => problems.push({ path, code: 'required', message })
  if (!reason) refuse('reason', 'must be told, here or for the whole batch')
  if (!amount) refuse('amount', 'must be told, here or for the whole batch')
  else problems.push(...awardProblems(rules.grant, rules.granted, { amountPence: amount, rails }))
  const person = readPerson(row, rules)
  if (typeof person === 'string') refuse('person', person)
  else {
    const why = whyUnreachable(deliverBy, person)
    if (why) refuse('deliverBy', why)
    if (isUnborn(person, rules.today)) problems.push(unborn('person.dateOfBirth'))
  }
  if (problems.length || typeof person === 'string') return { problems }
  return {
    award: {
      ...{ person, caseReference: row.caseReference, reason, amountPence: amount, ...awardFee(rails) },
      ...{ rails: keys, deliverBy, householdType: row.householdType ?? null },
    },
  }
}

function readPerson({ personId, person }: BatchRow, { people }: BatchRules): BatchAward['person'] | string {
  if (personId !== undefined && person !== undefined) return 'must not stand beside personId'
  if (person) return person
  if (personId === undefined) return 'must be told, here or by personId'
  return people.get(personId) ?? 'is no one whom the team of the grant has helped'
}

/** Beyond what the grant gives one person: those whom the team knows, for new ones have one award each. */
function tooMany(awards: readonly BatchAward[], { grant, people }: BatchRules): RowNote[] {
  const most = grant.max_awards_per_person
  if (most === null) return []
  const counts = new Map<string, number>()
  return awards.flatMap(({ place, person: { id } }) => {
    if (id === undefined) return []
    const count = (counts.get(id) ?? people.get(id)!.awards) + 1
    counts.set(id, count)
    const message = `has had ${most} awards out of the grant ${grant.name}`
    return count > most ? [{ place, field: 'person', code: 'restricted', message }] : []
  })
}

const SAME = 'repeated'
const isTheSame = ({ code }: RowNote): boolean => code === SAME

/** Rows for a person or a case of an earlier row: the same award again is a slip, another one may be meant. */
function findRepeats(awards: readonly BatchAward[]): RowNote[] {
  const first = new Map<string, number>()
  return awards.flatMap((award) => {
    const whole = `same ${JSON.stringify([identity(award), award.caseReference, award.reason, award.amountPence, award.rails])}`
    const keys = [whole, `case ${award.caseReference}`, ...knownBy(award.person)]
    const earlier = keys.map((key) => first.get(key))
    for (const key of keys) if (!first.has(key)) first.set(key, award.place)
    const index = earlier.findIndex((place) => place !== undefined)
    if (index === -1) return []
    const at = { place: award.place, earlier: earlier[index], field: index === 1 ? 'caseReference' : 'person' }
    if (index === 0) return [{ ...at, code: SAME, message: `is the same award as row ${earlier[0]}` }]
    return [{ ...at, code: 'note', message: `is in row ${earlier[index]} too` }]
  })
}

const identity = ({ person: { id, name, dateOfBirth, postcode } }: BatchAward) =>
  id ?? [name.toLowerCase(), dateOfBirth, postcode]

/** By what someone is known again, as for a single award. */
const knownBy = ({ id, name, dateOfBirth, email, phoneNumber }: BatchAward['person']): string[] =>
  [
    id && `person ${id}`,
    email && `email ${email.toLowerCase()}`,
    phoneNumber && `phone ${phoneNumber}`,
    dateOfBirth && `born ${dateOfBirth} ${name.toLowerCase()}`,
  ].filter((key): key is string => Boolean(key))

/** What a batch is worth, and what it costs with its fees. */
export function batchSums(awards: readonly Pick<BatchAward, 'amountPence' | 'fee_pence' | 'fee_vat_pence'>[]) {
  const sums = { amountPence: 0, feePence: 0, feeVatPence: 0, costPence: 0 }
  for (const { amountPence, ...fee } of awards) {
    sums.amountPence += amountPence
    sums.feePence += fee.fee_pence
    sums.feeVatPence += fee.fee_vat_pence
    sums.costPence += costPence({ amount_pence: amountPence, ...fee })
  }
  return sums
}

const STEP = 500

/** So many at a time: a constant number of statements each. */
export function* inSteps<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += STEP) yield all.slice(from, from + STEP)
}
