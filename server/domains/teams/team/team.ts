import type { PendingRuleChange, TeamPreferences } from '#contract/teams/preferences.ts'
import type { BusinessAddress, Subteam, Team } from '#contract/teams/teams.ts'
import { iso } from '#kit/time.ts'
import { effectiveSettings, type TeamSettings, withDefaults } from './preferences.ts'

export interface TeamRecord {
  id: string
  name: string
  businessEntityName: string | null
  businessTradingName: string | null
  businessAddress: BusinessAddress | null
  planId: string
  parentTeamId: string | null
  /** The budget whose participant this team is, if any. */
  automationId: string | null
  domain: string | null
  territory: 'GB' | 'EU'
  tags: string[]
  flags: string[]
  authMethods: string[]
  /** The codes a purchase may carry: the team's own and those its parent passes down. */
  reasonCodes: string[]
  /** As they hold for a purchase: with what cascades from the parent. `null` in a restriction allows all. */
  preferences: TeamPreferences
  /** As set on the team itself, for showing and editing. */
  own: TeamSettings
  /** How much the team may owe by invoice. */
  creditLimitPence: number
  createdAt: Date
  updatedAt: Date
  /** A deleted subteam: no one acts in it now. */
  closedAt: Date | null
}

/** A team with its parent's settings beside it, as the queries read it. */
export interface TeamRow extends Omit<TeamRecord, 'preferences' | 'own' | 'businessAddress'> {
  preferences: unknown
  businessAddress: unknown
  parentReasonCodes: string[] | null
  parentPreferences: unknown
}

export function toTeam({ parentReasonCodes, parentPreferences, ...row }: TeamRow): TeamRecord {
  const own = { reasonCodes: row.reasonCodes, preferences: withDefaults(row.preferences) }
  // A budget that names reason codes offers its participants those alone.
  const isNamedByBudget = row.automationId !== null && row.reasonCodes.length > 0
  const parent =
    row.parentTeamId === null
      ? null
      : { reasonCodes: isNamedByBudget ? [] : (parentReasonCodes ?? []), preferences: withDefaults(parentPreferences) }
  return {
    ...row,
    businessAddress: row.businessAddress as BusinessAddress | null,
    own,
    ...effectiveSettings(own, parent),
  }
}

export const serializeTeam = (team: TeamRecord, subteams: Subteam[], pendingChanges: PendingRuleChange[]): Team => ({
  id: team.id,
  name: team.name,
  businessEntityName: team.businessEntityName,
  businessTradingName: team.businessTradingName,
  businessAddress: team.businessAddress,
  planId: team.planId,
  parentTeamId: team.parentTeamId,
  automationId: team.automationId,
  domain: team.domain,
  territory: team.territory,
  tags: team.tags,
  reasonCodes: team.own.reasonCodes,
  flags: team.flags,
  authMethods: team.authMethods,
  subteams,
  preferences: team.own.preferences,
  pendingChanges,
  effective: { reasonCodes: team.reasonCodes, preferences: team.preferences },
  dateCreated: iso(team.createdAt),
  dateModified: iso(team.updatedAt),
})
