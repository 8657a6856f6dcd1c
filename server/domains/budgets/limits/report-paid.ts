import type { AllowanceLimit } from '#contract/budgets/allowance-limit.ts'
import { iso, toInstant } from '#kit/time.ts'
import { loadOrganisation } from '#server/domains/teams/team/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { loadHolders, loadPaid } from './queries.ts'
import { taxYearAt } from './tax-year.ts'

/** What people of the caller's budgets were paid this tax year by all of the organisation's, who had most first. */
export async function reportPaid(db: Db, caller: Principal, now: Date, limit: number): Promise<AllowanceLimit> {
  const organisation = await loadOrganisation(db, member(caller).teamId)
  const year = taxYearAt(toInstant(now))
  const holders = await loadHolders(db, caller.teamIds)
  const paid = await loadPaid(db, { teamIds: organisation.teamIds, year, people: [...holders.keys()] })
  const { allowanceLimit } = organisation
  const people = paid
    .filter(({ paidPence }) => paidPence > 0)
    .toSorted((a, b) => b.paidPence - a.paidPence || (a.person < b.person ? -1 : 1))
    .map(({ person, currency, paidPence }) => {
      const { email, name } = holders.get(person)!
      const left = allowanceLimit === null ? null : Math.max(0, allowanceLimit - paidPence)
      return { email, name: name || null, currency, paid: paidPence, left }
    })
  const { from, until } = year
  return {
    limit: allowanceLimit,
    from: iso(from),
    until: iso(until),
    people: people.slice(0, limit),
    total: people.length,
  }
}
