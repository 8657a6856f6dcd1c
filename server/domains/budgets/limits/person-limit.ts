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

/** Who each participant of a budget is: before they accept, by the address they are invited at. */
async function loadPeople(db: Db | Tx, budgetId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; person: string }>`
    select participant.id, person_address(coalesce(holder.email, participant.email)) as person
    from automated_budget_participant participant left join app_user holder on holder.id = participant.user_id
    where participant.budget_id = ${budgetId} and participant.status <> 'deleted'`.execute(db)
  return new Map(rows.map(({ id, person }) => [id, person]))
}

/** A limit per person, who a budget's participants are, and what each person was paid this tax year. */
export interface PersonLimit {
  limitPence: Pence
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
  return { limitPence, people, paid: new Map(ofCurrency.map(({ person, paidPence }) => [person, paidPence])) }
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
