import type { HouseholdType } from '#contract/awards/household-type.ts'
import type { AwardLanguage } from '#contract/awards/languages.ts'
import { newId } from '#kit/ids.ts'
import type { Pence } from '#kit/money.ts'
import { toInstant } from '#kit/time.ts'
import { newShortcodes } from '#server/domains/hugggs/links/index.ts'
import { lockBalances } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { askApprovers } from './ask-approvers.ts'
import {
  type AwardRecord,
  awardFee,
  awardProblems,
  costPence,
  type DeliverBy,
  type GrantRecord,
  holdEntries,
  issueEntries,
  needsApproval,
  type RailKey,
  REQUEST_DAYS,
  requireOpenGrant,
} from './award.ts'
import { requireBorn } from './birth-date.ts'
import { changedBy, endsAfter, moveMoney } from './change-award.ts'
import {
  countAwards,
  grantRails,
  holdGrant,
  loadRails,
  lockCase,
  lockPerson,
  personById,
  recentPence,
} from './queries.ts'
import { sendLink, whyUnreachable } from './send-link.ts'

export interface NewPerson {
  name: string
  email?: string | null
  phoneNumber?: string | null
  postalAddress?: string[] | null
  postcode?: string | null
  /** YYYY-MM-DD. */
  dateOfBirth?: string | null
  /** Of all that is written to them; null for English. */
  language?: AwardLanguage | null
}

export interface NewAward {
  grantId: string
  /** Known already, or new. */
  person: { id: string } | NewPerson
  caseReference: string
  reason: string
  /** Who lives together there. */
  householdType?: HouseholdType | null
  amountPence: Pence
  /** The ways that the person may choose from. */
  rails: readonly RailKey[]
  /** How its link goes out; in hand unless told. */
  deliverBy?: DeliverBy
  /** What its timeline begins with. */
  note?: string | null
}

/**
 * Awards a sum out of a grant to one person: at once, or, above the grant's limit, as a request that holds its money until
 * a second person has decided.
 * @throws not_found (404) for a grant or person of others
 * @throws invalid_fields (422) against the grant's rules and the limits of the rails, and for a birth date that is to come
 * @throws wrong_state (409) outside of the grant's days
 * @throws insufficient_funds (402)
 */
export async function makeAward(work: Work, caller: Principal, wanted: NewAward): Promise<AwardRecord> {
  const { tx, at } = work
  const grant = await holdGrant(tx, caller, wanted.grantId)
  requireOpenGrant(grant, toInstant(at))
  const rails = await loadRails(tx, wanted.rails)
  const problems = awardProblems(grant, await grantRails(tx, grant.id), { amountPence: wanted.amountPence, rails })
  if (problems.length) throw invalidFields(problems)
  requireBorn(wanted.person, at)
  await lockCase(tx, grant.team_id, wanted.caseReference)
  const personId = await knownPerson(work, grant, wanted.person)
  await requireWithinRule(work, grant, personId)
  const { deliverBy = 'hand' } = wanted
  const unreachable = whyUnreachable(deliverBy, await personById(tx, personId))
  if (unreachable) throw invalidFields([{ path: 'deliverBy', code: 'required', message: unreachable }])
  const { caseReference, amountPence } = wanted
  const recent = await recentPence(tx, { teamId: grant.team_id, personId, caseReference, at })
  const waits = needsApproval(grant, { recentPence: recent, amountPence })
  const award = await insertAward(work, wanted.note ?? null, {
    ...{ id: newId(), team_id: grant.team_id, grant_id: grant.id, person_id: personId },
    ...{ case_reference: caseReference, reason: wanted.reason, household_type: wanted.householdType ?? null },
    ...{ currency: grant.currency, amount_pence: amountPence, ...awardFee(rails) },
    ...{ status: waits ? 'referred' : 'issued', issues: waits ? 0 : 1, link_code: newShortcodes(1)[0]! },
    ...{ created_by: member(caller).userId, created_at: at, deliver_by: deliverBy },
    expires_at: endsAfter(work, waits ? REQUEST_DAYS : grant.award_days),
  })
  await tx
    .insertInto('award_rail')
    .values(rails.map(({ key }) => ({ award_id: award.id, grant_id: grant.id, rail: key })))
    .execute()
  await requireFunds(work, award, costPence(award))
  await moveMoney(work, award, {
    ...{ kind: waits ? 'award-hold' : 'award', times: 1 },
    entries: waits ? holdEntries(award) : issueEntries(award, 'available'),
  })
  if (waits) await askApprovers(work, { teamId: award.team_id, askedBy: award.created_by })
  else await sendLink(work, award)
  await work.audit(
    waits ? 'award.requested' : 'award.issued',
    { kind: 'award', id: award.id },
    { teamId: award.team_id, detail: { grantId: grant.id, personId, amountPence } },
  )
  return award
}

type Inserted = Omit<
  AwardRecord,
  | 'paid_pence'
  | 'late_pence'
  | 'earlier_pence'
  | 'birth_date_tries'
  | 'district'
  | 'rail'
  | 'cannot_use'
  | 'approved_by'
  | keyof ReturnType<typeof changedBy>
>

async function insertAward(work: Work, note: string | null, award: Inserted): Promise<AwardRecord> {
  return work.tx
    .insertInto('award')
    .values({ ...award, ...changedBy(work, note) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Someone who is known already, held until the transaction ends, or new. */
async function knownPerson({ tx, at }: Work, { team_id }: GrantRecord, person: NewAward['person']): Promise<string> {
  if ('id' in person) {
    await lockPerson(tx, team_id, person.id)
    return person.id
  }
  const id = newId()
  await tx
    .insertInto('person')
    .values({
      ...{ id, team_id, name: person.name, email: person.email ?? null, phone_number: person.phoneNumber ?? null },
      ...{ postal_address: person.postalAddress ?? null, postcode: person.postcode ?? null },
      ...{ date_of_birth: person.dateOfBirth ?? null, language: person.language ?? null },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  return id
}

async function requireWithinRule({ tx }: Work, grant: GrantRecord, personId: string): Promise<void> {
  const { max_awards_per_person: most } = grant
  if (most === null || (await countAwards(tx, grant.id, personId)) < most) return
  throw new Problem('restricted', `This person has had ${most} awards out of the grant ${grant.name}.`, {
    help: 'Choose another grant.',
  })
}

/** Holds the grant's accounts. @throws insufficient_funds (402), saying what is left */
export async function requireFunds(
  { tx }: Work,
  { grant_id: wallet, currency }: Pick<AwardRecord, 'grant_id'> & { currency: string },
  pence: Pence,
): Promise<void> {
  const [available = 0] = await lockBalances(
    tx,
    [
      { wallet, kind: 'available' },
      { wallet, kind: 'committed' },
      { wallet, kind: 'locked' },
    ],
    currency,
  )
  if (available >= pence) return
  throw new Problem('insufficient_funds', 'There is not enough money in the grant.', {
    help: 'Add money to the grant, or choose another one. No money has moved.',
  })
}
