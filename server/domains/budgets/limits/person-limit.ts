import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import { toInstant } from '#kit/time.ts'
import { loadOrganisation, type Organisation } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import { cutToRoom } from './cut.ts'
import { type TaxYear, taxYearAt } from './tax-year.ts'

/** What budgets of an organisation paid one person, in one currency, less what they took back of it. */
export interface PaidPerson {
  /** As `person_address` says who is one. */
  person: string
  currency: string
  paidPence: Pence
}

/** Where someone may have been paid: in a budget of these teams. */
const paidWallets = (teamIds: readonly string[]) => sql`
  select participant.wallet_id, person_address(holder.email) as person, budget.currency
  from automated_budget_participant participant
  join automated_budget budget on budget.id = participant.budget_id
  join app_user holder on holder.id = participant.user_id
  where participant.team_id = any(${[...teamIds]}::uuid[]) and participant.wallet_id is not null`

/**
 * What each person was paid in a year, from the ledger. What is taken back makes room only for what was paid in the same
 * year: money of the year before that goes back now does not.
 * @param people only these
 */
export async function loadPaid(
  db: Db | Tx,
  { teamIds, year, people = null }: { teamIds: readonly string[]; year: TaxYear; people?: readonly string[] | null },
): Promise<PaidPerson[]> {
  const { rows } = await sql<PaidPerson>`
    with held as (${paidWallets(teamIds)}), moved as (
      select held.person, held.currency, entry.transfer_number,
        sum(sum(entry.amount)) over (partition by held.person, held.currency order by entry.transfer_number) as total
      from held
      join ledger_account account on account.wallet_id = held.wallet_id and account.kind = 'available'
      join ledger_entry entry on entry.account_id = account.id
      join ledger_transfer transfer on transfer.id = entry.transfer_id
      where transfer.kind in ('budget-run', 'budget-unlock')
        and transfer.occurred_at >= ${year.from} and transfer.occurred_at < ${year.until}
        and (${people}::text[] is null or held.person = any(${people}::text[]))
      group by held.person, held.currency, entry.transfer_number
    )
    select person, currency,
      ((array_agg(total order by transfer_number desc))[1] - least(0, min(total)))::bigint as "paidPence"
    from moved group by person, currency`.execute(db)
  return rows
}

/** Who holds each of some participants' wallets. */
async function loadPeople(tx: Tx, budgetId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ walletId: string; person: string }>`
    select participant.wallet_id as "walletId", person_address(holder.email) as person
    from automated_budget_participant participant join app_user holder on holder.id = participant.user_id
    where participant.budget_id = ${budgetId} and participant.wallet_id is not null`.execute(tx)
  return new Map(rows.map(({ walletId, person }) => [walletId, person]))
}

/**
 * Where an organisation limits what its budgets pay one person, their runs are made one after the other until the
 * transaction ends: two at once would not see each other. To be called before any wallet is held.
 * @returns the organisation, or null where nothing is limited
 */
export async function holdPersonLimit({ tx }: Work, teamId: string): Promise<Organisation | null> {
  const { id, allowanceLimit } = await loadOrganisation(tx, teamId)
  if (allowanceLimit === null) return null
  await sql`select pg_advisory_xact_lock(hashtextextended(${`allowance limit ${id}`}, 0))`.execute(tx)
  return loadOrganisation(tx, teamId)
}

/** A run's shares, each cut to what its person may still have this tax year. */
export async function cutShares<T extends { walletId: string; deltaPence: Pence }>(
  { tx, at }: Work,
  budget: BudgetRecord,
  organisation: Organisation | null,
  shares: readonly T[],
): Promise<(T & { cutPence: Pence })[]> {
  const limitPence = organisation?.allowanceLimit ?? null
  if (!organisation || limitPence === null) return shares.map((share) => ({ ...share, cutPence: 0 }))
  const people = await loadPeople(tx, budget.id)
  const persons = [...new Set(people.values())]
  const paid = await loadPaid(tx, { ...organisation, year: taxYearAt(toInstant(at)), people: persons })
  const had = new Map(
    paid.filter(({ currency }) => currency === budget.currency).map(({ person, paidPence }) => [person, paidPence]),
  )
  return cutToRoom(shares, people, new Map(persons.map((person) => [person, limitPence - (had.get(person) ?? 0)])))
}
