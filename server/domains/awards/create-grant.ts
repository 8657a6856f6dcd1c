import { newId } from '#kit/ids.ts'
import { openWalletAccounts } from '#server/domains/ledger/index.ts'
import { teamInScope } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import type { GrantRecord, RailKey } from './award.ts'

export interface NewGrant {
  teamId: string
  name: string
  funder?: string | null
  purpose?: string | null
  /** YYYY-MM-DD, both; the last one included. */
  fromDay: string
  untilDay: string
  rails: readonly RailKey[]
  maxAwardPence?: number | null
  maxAwardsPerPerson?: number | null
  approvalAbovePence?: number | null
  awardDays: number
}

/**
 * Opens a grant with its ledger accounts, empty.
 * @throws not_found (404) for a team of others; invalid_fields (422) for days that run backwards
 */
export async function createGrant(work: Work, caller: Principal, wanted: NewGrant): Promise<GrantRecord> {
  const { tx, at } = work
  const team = await teamInScope(tx, caller, wanted.teamId)
  if (wanted.untilDay < wanted.fromDay)
    throw invalidFields([{ path: 'untilDay', message: 'must not be before the first day' }])
  const grant = await tx
    .insertInto('funder_grant')
    .values({
      ...{ id: newId(), team_id: team.id, name: wanted.name },
      ...{ funder: wanted.funder ?? null, purpose: wanted.purpose ?? null },
      ...{ from_day: wanted.fromDay, until_day: wanted.untilDay, award_days: wanted.awardDays },
      max_award_pence: wanted.maxAwardPence ?? null,
      max_awards_per_person: wanted.maxAwardsPerPerson ?? null,
      approval_above_pence: wanted.approvalAbovePence ?? null,
      ...{ created_by: member(caller).userId, created_at: at, updated_at: at },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('grant_rail')
    .values([...new Set(wanted.rails)].map((rail) => ({ grant_id: grant.id, rail })))
    .execute()
  await openWalletAccounts(tx, { walletId: grant.id, teamId: team.id, currency: grant.currency })
  await work.audit('grant.created', { kind: 'grant', id: grant.id }, { teamId: team.id })
  return grant
}
