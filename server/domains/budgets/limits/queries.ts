import { sql } from 'kysely'
import type { Pence } from '#kit/money.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { TaxYear } from './tax-year.ts'

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
export async function loadPeople(db: Db | Tx, budgetId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; person: string }>`
    select participant.id, person_address(coalesce(holder.email, participant.email)) as person
    from automated_budget_participant participant left join app_user holder on holder.id = participant.user_id
    where participant.budget_id = ${budgetId} and participant.status <> 'deleted'`.execute(db)
  return new Map(rows.map(({ id, person }) => [id, person]))
}

/** Which of a budget's people another budget of the organisation pays too, or will, in the same currency. */
export async function loadSharedPeople(
  db: Db | Tx,
  { id, currency }: { id: string; currency: string },
  { teamIds, people }: { teamIds: readonly string[]; people: ReadonlyMap<string, string> },
): Promise<Set<string>> {
  const { rows } = await sql<{ person: string }>`
    select distinct person_address(coalesce(holder.email, participant.email)) as person
    from automated_budget_participant participant
    join automated_budget budget on budget.id = participant.budget_id
    left join app_user holder on holder.id = participant.user_id
    where budget.id <> ${id} and budget.team_id = any(${[...teamIds]}::uuid[]) and budget.currency = ${currency}
      and budget.status in ('scheduled', 'live') and participant.status in ('draft', 'active')
      and person_address(coalesce(holder.email, participant.email)) = any(${[...new Set(people.values())]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ person }) => person))
}

export interface Holder {
  person: string
  email: string
  name: string
}

/** Who has, or had, an allowance of some teams' budgets. */
export async function loadHolders(db: Db, teamIds: readonly string[]): Promise<Map<string, Holder>> {
  const { rows } = await sql<Holder>`
    select distinct on (person_address(u.email)) person_address(u.email) as person, u.email, ${personName('u')} as name
    from automated_budget_participant participant join app_user u on u.id = participant.user_id
    where participant.team_id = any(${[...teamIds]}::uuid[])
    order by person_address(u.email), participant.id`.execute(db)
  return new Map(rows.map((row) => [row.person, row]))
}

/** Runs of an organisation wait for one another until the transaction ends. */
export async function lockPersonLimit(tx: Tx, organisationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`allowance limit ${organisationId}`}, 0))`.execute(tx)
}
