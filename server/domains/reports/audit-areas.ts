import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditArea } from '#contract/reports/audit.ts'

/** Actions by what they are about: whole ones, or all of a kind. What is in none is a setting of the team. */
const areas: Record<Exclude<AuditArea, 'settings'>, readonly string[]> = {
  money: [
    'wallet',
    'payout',
    'charge',
    'card',
    'invoice',
    'plan',
    'grant',
    'award',
    'award-batch',
    'team.credit-changed',
    'team.plan-requested',
    'team.plan-upgraded',
    'team.plan-changed',
    'team.plan-released',
    'team.plan-notice-given',
    'team.plan-change-withdrawn',
  ],
  people: [
    'invite',
    'invites',
    'team.member-added',
    'team.member-removed',
    'team.role-changed',
    'team.join-requested',
    'team.join-accepted',
    'team.join-declined',
  ],
  access: ['api-key', 'session', 'user', 'client', 'team.second-step-reset', 'team.member-signed-out', 'impersonation'],
  gifts: ['transaction', 'huggg', 'superhuggg', 'order', 'printable', 'export', 'celebration', 'recipient-group'],
  budgets: ['automated-budget', 'celebration-rule'],
}
const listed = Object.values(areas).flat()

const kindOfAction = (action: string): string => action.split('.')[0]!

export function areaOfAction(action: string): AuditArea {
  const found = (Object.keys(areas) as (keyof typeof areas)[]).find(
    (area) => areas[area].includes(action) || areas[area].includes(kindOfAction(action)),
  )
  return found ?? 'settings'
}

/** The same as a condition on `action`. */
export function matchesArea(area: AuditArea): RawBuilder<SqlBool> {
  const isIn = (names: readonly string[]) =>
    sql<SqlBool>`(action = any(${[...names]}::text[]) or split_part(action, '.', 1) = any(${[...names]}::text[]))`
  return area === 'settings' ? sql<SqlBool>`not ${isIn(listed)}` : isIn(areas[area])
}
