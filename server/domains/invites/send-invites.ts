import type { z } from 'zod'
import type { ErrorDetail } from '#contract/core/errors.ts'
import type { RoleGroup } from '#contract/core/permissions.ts'
import { email as emailShape } from '#contract/core/shapes.ts'
import type { createInvites as endpoint, InviteRow } from '#contract/invites/invites.ts'
import { covers, isForSubteams, requireWithinPlan } from '#server/domains/teams/rights/index.ts'
import { planOfTeam, roleGroupPermissions, type TeamRecord, teamInScope } from '#server/domains/teams/team/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import type { AutomationInviteRow } from './automation-invites.ts'
import { defaultRoleGroup, type InviteRecord, inviteIsOver, permissionFor } from './invite.ts'
import { issueInvites, type WantedInvite } from './issue-invites.ts'
import { invitesByIds, memberEmails, participantsCounted, pendingInvites, subteamsCounted } from './queries.ts'

type Wanted = z.output<typeof endpoint.body>
interface TeamInvites {
  team: TeamRecord
  type: 'participant' | 'subteam'
  /** Each address once, with the row it came in. */
  wanted: readonly (WantedInvite & { row: number })[]
}
type Outcomes = Map<string, { outcome: InviteRow['outcome']; inviteId: string | null }>

/**
 * Invites people: all rows or none. The first of several rows with one address counts, the others are answered as
 * duplicates; members, and people with an invite that still holds, are left in peace and answered as such.
 * @throws invalid_fields (422) with every wrong row, forbidden (403) for rights the caller has not, not_found (404),
 *   plan_limit_reached (403), restricted (403) for a subteam of a subteam
 */
export async function sendInvites(
  work: Work,
  caller: Principal,
  { teamId, ...body }: Wanted & { teamId: string },
): Promise<{ invites: InviteRecord[]; rows: InviteRow[] }> {
  const { tx } = work
  const emails = checkedRows(body, teamId)
  requirePermission(caller, permissionFor[body.type])
  const team = await teamInScope(tx, caller, teamId)
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const wanted = distinct(body, emails)
  const outcomes: Outcomes = new Map()
  if (body.type === 'automation-participant')
    note(outcomes, await inviteToBudget(work, caller, { teamId, automationId: body.automationId!, wanted }))
  else note(outcomes, await inviteToTeam(work, caller, { team, type: body.type, wanted }))

  const seen = new Set<string>()
  const rows = emails.map((email, row): InviteRow => {
    const { outcome, inviteId } = outcomes.get(email)!
    const isFirst = !seen.has(email)
    seen.add(email)
    return { row, emailAddress: email, outcome: isFirst ? outcome : 'duplicate', inviteId }
  })
  const ids = [...outcomes.values()].flatMap(({ inviteId }) => inviteId ?? [])
  return { invites: await invitesByIds(tx, ids), rows }
}

const note = (outcomes: Outcomes, rows: readonly AutomationInviteRow[]): void => {
  for (const { email, inviteId, outcome } of rows) outcomes.set(email, { inviteId, outcome })
}

/** What can be said of the rows alone. @returns their addresses, lower case @throws invalid_fields (422) */
function checkedRows({ type, invites, automationId }: Wanted, teamId: string): string[] {
  const details: ErrorDetail[] = []
  const isForBudget = type === 'automation-participant'
  if (isForBudget !== (automationId !== undefined))
    details.push({
      path: 'automationId',
      message: isForBudget ? 'is needed for automation-participant' : 'is for automation-participant only',
    })
  const emails = invites.map((invite, row) => {
    const wrong = (field: string, message: string, code: string) =>
      details.push({ path: `invites.${row}.${field}`, message, code, row })
    const parsed = emailShape().safeParse(invite.emailAddress)
    if (!parsed.success) wrong('emailAddress', 'is not an email address', 'invalid_email')
    if (invite.subteamName !== undefined && type !== 'subteam')
      wrong('subteamName', 'is for subteams only', 'unexpected')
    for (const [field, all] of Object.entries({ type, teamId }) as ['type' | 'teamId', string][])
      if ((invite[field] ?? all).toLowerCase() !== all.toLowerCase())
        wrong(field, `must be ${all}, as of the whole request`, 'contradicts')
    const fixed = type === 'participant' ? undefined : defaultRoleGroup[type]
    if (invite.roleGroupId !== undefined && fixed !== undefined && invite.roleGroupId !== fixed)
      wrong('roleGroupId', `must be ${fixed}`, 'role_group')
    if (type === 'participant' && invite.roleGroupId === 'automation-participant')
      wrong('roleGroupId', 'is for automated budgets only', 'role_group')
    return parsed.data ?? ''
  })
  if (details.length) throw invalidFields(details)
  return emails
}

/** The first row of each address. */
function distinct({ type, invites }: Wanted, emails: readonly string[]): (WantedInvite & { row: number })[] {
  const first = new Map<string, WantedInvite & { row: number }>()
  for (const [row, email] of emails.entries()) {
    if (first.has(email)) continue
    const { roleGroupId = defaultRoleGroup[type], subteamName = null } = invites[row]!
    first.set(email, { row, email, roleGroupId, subteamName })
  }
  return [...first.values()]
}

/** Budgets decide, a floor above. */
const inviteToBudget = (
  work: Work,
  caller: Principal,
  { wanted, ...budget }: { teamId: string; automationId: string; wanted: readonly WantedInvite[] },
): Promise<AutomationInviteRow[]> =>
  work.posy.hooks.automationInviter.invite(work, caller, { ...budget, emails: wanted.map(({ email }) => email) })

async function inviteToTeam(
  work: Work,
  caller: Principal,
  { team, type, wanted }: TeamInvites,
): Promise<AutomationInviteRow[]> {
  const { tx } = work
  if (type === 'subteam' && team.parentTeamId !== null)
    throw new Problem('restricted', 'A subteam cannot have subteams of its own.')
  if (team.automationId !== null)
    throw new Problem('restricted', 'This team belongs to one participant of an automated budget.')
  await requireGrantable(work, caller, { team, type, wanted })
  const emails = wanted.map(({ email }) => email)
  const members = type === 'participant' ? await memberEmails(tx, team.id, emails) : new Set<string>()
  const invited = wanted.filter(({ email }) => !members.has(email))
  await requireRoom(work, team, type, invited)
  const issued = await issueInvites(work, {
    teamId: team.id,
    type,
    automationId: null,
    senderId: caller.userId,
    clientId: caller.clientId,
    wanted: invited,
  })
  return [...issued, ...[...members].map((email) => ({ email, inviteId: null, outcome: 'already-member' }) as const)]
}

/**
 * No one gives rights they do not have themselves; and the plan must know the role group.
 * @throws invalid_fields (422), forbidden (403), with every row
 */
async function requireGrantable({ tx }: Work, caller: Principal, { team, type, wanted }: TeamInvites): Promise<void> {
  const groups = await roleGroupPermissions(tx, team.planId)
  const rowsWhere = (isWrong: (roleGroup: RoleGroup) => boolean, message: string): ErrorDetail[] =>
    wanted
      .filter(({ roleGroupId }) => isWrong(roleGroupId))
      .map(({ row }) => ({ path: `invites.${row}.roleGroupId`, message, code: 'role_group', row }))
  const unknown = [
    ...rowsWhere((group) => !groups.has(group), 'is not part of the team’s plan'),
    ...(type === 'participant' && team.parentTeamId === null
      ? rowsWhere((group) => isForSubteams(group, groups.get(group)), 'is for subteams only')
      : []),
  ]
  if (unknown.length) throw invalidFields(unknown)
  const tooMuch = rowsWhere((group) => !covers(caller.permissions, groups.get(group)!), 'has rights that you have not')
  if (tooMuch.length)
    throw new Problem('forbidden', 'No one can give more rights than they have.', { details: tooMuch })
}

/** @throws plan_limit_reached (403) naming the limit and the plan */
async function requireRoom(
  { tx, posy }: Work,
  team: TeamRecord,
  type: 'participant' | 'subteam',
  wanted: readonly WantedInvite[],
): Promise<void> {
  const counted = type === 'subteam' ? wanted : wanted.filter(({ roleGroupId }) => roleGroupId === 'participant')
  const emails = counted.map(({ email }) => email)
  const pending = await pendingInvites(tx, { teamId: team.id, type, emails })
  const places = new Set(
    pending
      .filter((invite) => !inviteIsOver(posy, invite) && (type === 'subteam' || invite.roleGroupId === 'participant'))
      .map(({ email }) => email),
  )
  const added = emails.filter((email) => !places.has(email)).length
  if (added === 0) return
  const [entity, taken] =
    type === 'subteam'
      ? (['subteams', await subteamsCounted(tx, team.id, posy)] as const)
      : (['participants', await participantsCounted(tx, team.id, posy)] as const)
  requireWithinPlan(await planOfTeam(tx, team.id), entity, taken + added)
}
