import type { ErrorDetail } from '#contract/core/errors.ts'
import { newId } from '#kit/ids.ts'
import { toInstant } from '#kit/time.ts'
import { newShortcodes } from '#server/domains/hugggs/links/index.ts'
import { lockBalances } from '#server/domains/ledger/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, invalidFields } from '#server/platform/problem/problem.ts'
import { askApprovers } from './ask-approvers.ts'
import { holdEntries, issueEntries, needsApproval, REQUEST_DAYS, requireOpenGrant } from './award.ts'
import {
  type BatchAward,
  type BatchRow,
  type BatchRules,
  batchSums,
  inSteps,
  type NewBatch,
  type ReadBatch,
  type RowNote,
  readBatch,
  rowNumber,
} from './batch.ts'
import {
  type BatchRecord,
  type EarlierAward,
  findNamed,
  holdPeople,
  insertAwards,
  insertPeople,
  type KnownRow,
  newestAwards,
  planForMany,
  type RowAward,
} from './batch-queries.ts'
import { today } from './birth-date.ts'
import { changedBy, endsAfter } from './change-award.ts'
import { lockOrganisation } from './duplicate-queries.ts'
import { type Helped, helpedRows, requireReasons } from './helped-rows.ts'
import { requireFunds } from './make-award.ts'
import { moveAwardsMoney, sendLinks } from './move-awards.ts'
import { grantRails, holdGrant, loadRails, teamsBeside } from './queries.ts'

type Checked = ReadBatch & Pick<BatchRules, 'grant'> & { known: KnownRow[] }

/**
 * What stands against each row of a batch, and which repeat earlier ones. It does not look at what other teams did: that is told to who
 * decides, and to no one who makes lists.
 * @throws not_found (404) for a grant of others; wrong_state (409) outside of its days
 */
async function checkRows(tx: Tx, caller: Principal, batch: NewBatch, at: Date): Promise<Checked> {
  const grant = await holdGrant(tx, caller, batch.grantId)
  requireOpenGrant(grant, toInstant(at))
  const known = await findKnownRows(tx, batch, grant.team_id)
  const rows = withKnown(batch.rows, known)
  const keys = new Set(batch.rows.flatMap(({ rails }) => rails ?? []).concat(batch.rails ?? []))
  const ids = rows.flatMap(({ personId }) => personId ?? [])
  const [rails, granted, people] = [
    await loadRails(tx, [...keys]),
    await grantRails(tx, grant.id),
    await holdPeople(tx, { teamId: grant.team_id, grantId: grant.id, ids }),
  ]
  return {
    ...{ grant, known },
    ...readBatch(
      { ...batch, rows },
      { grant, granted, people, rails: new Map(rails.map((rail) => [rail.key, rail])), today: today(at) },
    ),
  }
}

async function findKnownRows(tx: Tx, { rows }: NewBatch, teamId: string): Promise<KnownRow[]> {
  const unnamed = rows.flatMap(({ person, personId }, index) =>
    person && personId === undefined ? [{ place: rowNumber(rows[index]!, index), person }] : [],
  )
  const known: KnownRow[] = []
  for (const some of inSteps(unnamed)) known.push(...(await findNamed(tx, some, teamId)))
  return known
}

/** An award to someone whom the team has helped is one more of theirs. */
function withKnown(rows: readonly BatchRow[], known: readonly KnownRow[]): BatchRow[] {
  const ids = new Map(known.map(({ place, personId }) => [place, personId]))
  return rows.map((row, index) => {
    const personId = ids.get(rowNumber(row, index))
    return personId ? { ...row, person: undefined, personId } : row
  })
}

/** What a batch would be, and would cost, with what its grant has, and which of its people the caller's own teams helped lately. */
export async function checkBatch({ tx, at }: Work, caller: Principal, batch: NewBatch) {
  await planForMany(tx)
  const checked = await checkRows(tx, caller, batch, at)
  const sums = batchSums(checked.awards)
  const wallet = checked.grant.id
  const [available = 0] = await lockBalances(tx, [{ wallet, kind: 'available' }], checked.grant.currency)
  const own = found(await teamsBeside(tx, caller, batch.grantId), 'grant').filter((id) => caller.teamIds.includes(id))
  const helped = await helpedRows(tx, batch, checked.awards, { teams: own, own, at })
  const isReady =
    checked.problems.length === 0 && sums.costPence <= available && !helped.some(({ needsReason }) => needsReason)
  return { ...checked, ...sums, known: await withLastAwards(tx, checked.known), helped, available, isReady }
}

async function withLastAwards(tx: Tx, known: readonly KnownRow[]): Promise<(KnownRow & { last?: EarlierAward })[]> {
  const newest = await newestAwards(
    tx,
    known.flatMap(({ personId }) => personId ?? []),
  )
  return known.map((row) => ({ ...row, ...(row.personId && { last: newest.get(row.personId)! }) }))
}

/**
 * Makes all awards of a batch, or none. They wait for a second person together where their sum is above the grant's limit, or where anyone of
 * them was helped lately: what a person or a case got counts towards the limit, and is help too.
 * @throws as {@link checkRows}
 * @throws invalid_fields (422) with everything that is wrong with any row
 * @throws conflict (409) where the caller's own teams helped someone lately, and nothing says why they are helped again
 * @throws insufficient_funds (402)
 */
export async function makeBatch(work: Work, caller: Principal, wanted: NewBatch): Promise<string> {
  const { tx, at } = work
  const teams = found(await teamsBeside(tx, caller, wanted.grantId), 'grant')
  await lockOrganisation(tx, teams, 'alone')
  await planForMany(tx)
  const { grant, awards, problems } = await checkRows(tx, caller, wanted, at)
  const indexes = new Map(wanted.rows.map((row, index) => [rowNumber(row, index), index]))
  if (problems.length) throw invalidFields(problems.map((note) => toDetail(note, indexes)))
  const own = teams.filter((id) => caller.teamIds.includes(id))
  const helped = await helpedRows(tx, wanted, awards, { teams, own, at })
  requireReasons(helped, indexes, grant.team_id)
  const helpByRow = new Map(helped.map((help) => [help.place, help]))
  const { amountPence } = batchSums(awards)
  const waits = helped.length > 0 || needsApproval(grant, { recentPence: 0, amountPence })
  const batch = await tx
    .insertInto('award_batch')
    .values({
      ...{ id: newId(), team_id: grant.team_id, grant_id: grant.id, name: wanted.name },
      ...{ status: waits ? 'referred' : 'issued', awards: awards.length, amount_pence: amountPence },
      ...{ currency: grant.currency, created_by: member(caller).userId, created_at: at, updated_at: at },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const expiresAt = endsAfter(work, waits ? REQUEST_DAYS : grant.award_days)
  const made = awards.map((award) => toRow(award, helpByRow.get(award.place)))
  await insertAll(work, { batch, awards, made, expiresAt })
  const moved = made.map((award) => ({
    ...award,
    grant_id: grant.id,
    currency: grant.currency,
    paid_pence: 0,
    issues: 1,
  }))
  await requireFunds(work, batch, batchSums(awards).costPence)
  await moveAwardsMoney(work, moved, (award) => ({
    ...{ kind: waits ? 'award-hold' : 'award', times: 1 },
    entries: waits ? holdEntries(award) : issueEntries(award, 'available'),
  }))
  if (waits) await askApprovers(work, { teamId: batch.team_id, askedBy: batch.created_by })
  else await sendLinks(work, batch.team_id, made)
  await work.audit(
    waits ? 'award-batch.requested' : 'award-batch.issued',
    { kind: 'award_batch', id: batch.id },
    { teamId: batch.team_id, detail: { grantId: grant.id, awards: awards.length, amountPence } },
  )
  return batch.id
}

interface Making {
  batch: BatchRecord
  awards: readonly BatchAward[]
  made: readonly RowAward[]
  expiresAt: Date
}

async function insertAll(work: Work, { batch, awards, made, expiresAt }: Making): Promise<void> {
  const { tx, at } = work
  const isIssued = batch.status === 'issued'
  const people = awards.flatMap(({ person }, index) =>
    person.id === undefined ? [{ ...person, newId: made[index]!.person_id }] : [],
  )
  for (const some of inSteps(people)) await insertPeople(tx, some, { teamId: batch.team_id, at })
  for (const some of inSteps(made)) {
    await planForMany(tx)
    await insertAwards(tx, some, {
      ...{ batch, status: isIssued ? 'issued' : 'referred', issues: isIssued ? 1 : 0 },
      ...{ expires_at: expiresAt, ...changedBy(work, null) },
    })
  }
}

function toRow(award: BatchAward, help: Helped | undefined): RowAward {
  const { place, person, caseReference, reason, amountPence, fee_pence, fee_vat_pence, rails, deliverBy } = award
  const { householdType: household_type } = award
  return {
    ...{ place, id: newId(), person_id: person.id ?? newId(), case_reference: caseReference, reason },
    ...{ amount_pence: amountPence, fee_pence, fee_vat_pence, rails, deliver_by: deliverBy, household_type },
    ...{ link_code: newShortcodes(1)[0]! },
    again: help?.reason ?? award.again,
    helped_within_days: help?.withinDays ?? null,
    helped_by: help?.teamId ?? null,
  }
}

const toDetail = ({ place, field, code, message }: RowNote, indexes: ReadonlyMap<number, number>): ErrorDetail => ({
  ...{ path: `rows.${indexes.get(place)}.${field}`, message },
  ...(code ? { code } : {}),
})
