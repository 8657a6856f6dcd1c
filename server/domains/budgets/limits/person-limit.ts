import type { Pence } from '#kit/money.ts'
import { toInstant } from '#kit/time.ts'
import { loadOrganisation, type Organisation } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import { cutToRoom } from './cut.ts'
import { loadPaid, loadPeople, lockPersonLimit } from './queries.ts'
import { taxYearAt } from './tax-year.ts'

/** A limit per person, who a budget's participants are, and what each person was paid this tax year. */
export interface PersonLimit {
  limitPence: Pence
  /** Whose budgets count together. */
  teamIds: readonly string[]
  /** By participant. */
  people: ReadonlyMap<string, string>
  /** By person, in the budget's currency. */
  paid: ReadonlyMap<string, Pence>
}

/** What limits a budget's payments to each person; null where nothing does. */
export async function loadPersonLimit(
  db: Db | Tx,
  { id, team_id, currency }: Pick<BudgetRecord, 'id' | 'team_id' | 'currency'>,
  { at, organisation }: { at: Date; organisation?: Organisation | null },
): Promise<PersonLimit | null> {
  const { allowanceLimit: limitPence, teamIds } = organisation ?? (await loadOrganisation(db, team_id))
  if (limitPence === null) return null
  const people = await loadPeople(db, id)
  const paid = await loadPaid(db, { teamIds, year: taxYearAt(toInstant(at)), people: [...new Set(people.values())] })
  const ofCurrency = paid.filter((each) => each.currency === currency)
  return { limitPence, teamIds, people, paid: new Map(ofCurrency.map(({ person, paidPence }) => [person, paidPence])) }
}

/**
 * Where an organisation limits what its budgets pay one person, their runs are made one after the other until the
 * transaction ends: two at once would not see each other. To be called before any wallet is held.
 * @returns the organisation, or null where nothing is limited
 */
export async function holdPersonLimit({ tx }: Work, teamId: string): Promise<Organisation | null> {
  const { id, allowanceLimit } = await loadOrganisation(tx, teamId)
  if (allowanceLimit === null) return null
  await lockPersonLimit(tx, id)
  return loadOrganisation(tx, teamId)
}

/** A run's shares, each cut to what its person may still have this tax year. */
export async function cutShares<T extends { participantId: string; deltaPence: Pence }>(
  { tx, at }: Work,
  budget: BudgetRecord,
  organisation: Organisation | null,
  shares: readonly T[],
): Promise<(T & { cutPence: Pence })[]> {
  const limit = organisation && (await loadPersonLimit(tx, budget, { at, organisation }))
  if (!limit) return shares.map((share) => ({ ...share, cutPence: 0 }))
  const { people, paid, limitPence } = limit
  return cutToRoom(
    shares.map((share) => ({ ...share, person: people.get(share.participantId) })),
    new Map([...people.values()].map((person) => [person, limitPence - (paid.get(person) ?? 0)])),
  )
}
