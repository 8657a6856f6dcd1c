import type { Allowance } from '#contract/budgets/participants.ts'
import { personAddress } from '#kit/email-address.ts'
import { iso, toInstant } from '#kit/time.ts'
import { loadOrganisation } from '#server/domains/teams/team/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { AllowanceRecord } from '../budget/queries.ts'
import { loadPaid } from './queries.ts'
import { taxYearAt } from './tax-year.ts'

/** What a limit for one person leaves of allowances that are all one person's, by participant. */
export async function loadYearLimits(
  db: Db,
  allowances: readonly AllowanceRecord[],
  now: Date,
): Promise<Map<string, Allowance['yearLimit']>> {
  const limits = new Map<string, Allowance['yearLimit']>()
  const year = taxYearAt(toInstant(now))
  for (const { budget, participant } of allowances) {
    const organisation = await loadOrganisation(db, budget.team_id)
    const { allowanceLimit: limit } = organisation
    if (limit === null || !participant.user_id) continue
    const { email } = await db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', participant.user_id)
      .executeTakeFirstOrThrow()
    const had = await loadPaid(db, { ...organisation, year, people: [personAddress(email)] })
    const paid = had.find(({ currency }) => currency === budget.currency)?.paidPence ?? 0
    limits.set(participant.id, { limit, paid, left: Math.max(0, limit - paid), until: iso(year.until) })
  }
  return limits
}
