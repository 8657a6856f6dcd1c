import type { TeamPreferences } from '#contract/teams/preferences.ts'
import type { BusinessAddress } from '#contract/teams/teams.ts'
import { newId } from '#kit/ids.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { found, Problem } from '#server/platform/problem/problem.ts'
import { beginMembership } from '../plans/index.ts'
import { requireWithinPlan } from '../rights/index.ts'
import { loadPlan, type TeamRecord, teamById } from '../team/index.ts'

export interface NewTeam {
  id?: string
  name: string
  planId: string
  /** Makes it a subteam. */
  parentTeamId?: string | null
  /** Makes it the team of one participant of this budget, which counts as no subteam. */
  automationId?: string | null
  businessEntityName?: string | null
  businessTradingName?: string | null
  businessAddress?: BusinessAddress | null
  domain?: string | null
  territory?: 'GB' | 'EU'
  reasonCodes?: string[]
  preferences?: Partial<TeamPreferences>
  /** How much it may owe by invoice. */
  creditLimitPence?: number
}

/**
 * A team, without members. The caller has made sure that the parent is theirs.
 * @throws plan_limit_reached (403) when the parent's plan allows no more subteams
 */
export async function createTeam(work: Work, wanted: NewTeam): Promise<TeamRecord> {
  const { tx, at } = work
  const { parentTeamId = null, automationId = null } = wanted
  if (parentTeamId !== null && automationId === null) await requireRoomForSubteam(tx, parentTeamId)
  const id = wanted.id ?? newId()
  await tx
    .insertInto('team')
    .values({
      id,
      name: wanted.name,
      business_entity_name: wanted.businessEntityName ?? null,
      business_trading_name: wanted.businessTradingName ?? null,
      business_address: wanted.businessAddress ? JSON.stringify(wanted.businessAddress) : null,
      plan_id: wanted.planId,
      parent_team_id: parentTeamId,
      automation_id: automationId,
      domain: wanted.domain ?? null,
      territory: wanted.territory ?? 'GB',
      reason_codes: wanted.reasonCodes ?? [],
      preferences: JSON.stringify(wanted.preferences ?? {}),
      credit_limit: wanted.creditLimitPence ?? 0,
      created_at: at,
      updated_at: at,
    })
    .execute()
  if (parentTeamId === null) await beginMembership(work, id, wanted.planId)
  await work.audit('team.created', { kind: 'team', id }, { teamId: id, detail: { parentTeamId, automationId } })
  return teamById(tx, id)
}

/** The parent stays locked until the new subteam is in: two at once would both see room for one more. */
async function requireRoomForSubteam(tx: Tx, parentTeamId: string): Promise<void> {
  const parent = found(
    await tx
      .selectFrom('team')
      .select(['plan_id', 'parent_team_id'])
      .where('id', '=', parentTeamId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
    'team',
  )
  if (parent.parent_team_id !== null) throw new Problem('restricted', 'A subteam cannot have subteams of its own.')
  const { count } = await tx
    .selectFrom('team')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parent_team_id', '=', parentTeamId)
    .where('automation_id', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  requireWithinPlan(await loadPlan(tx, parent.plan_id), 'subteams', count + 1)
}
