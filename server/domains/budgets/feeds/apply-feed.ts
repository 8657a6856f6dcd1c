import { sql } from 'kysely'
import type { BudgetFeed, FeedDifference } from '#contract/budgets/budget-feeds.ts'
import { MAX_NAME_LETTERS, MAX_PARTICIPANTS } from '#contract/budgets/participants.ts'
import { formatMoney } from '#kit/money.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { employeeNames, groupMembers, linkedGroupInScope } from '#server/domains/integrations/index.ts'
import { cancelAutomationInvites } from '#server/domains/invites/index.ts'
import { planOfTeam } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, notFound, Problem } from '#server/platform/problem/problem.ts'
import type { BudgetRecord } from '../budget/budget.ts'
import {
  budgetInScope,
  countOfTeamParticipants,
  listCurrentParticipants,
  lockBudgetInScope,
} from '../budget/queries.ts'
import { insertParticipants } from '../participants/add-participants.ts'
import { removeParticipants } from '../participants/change-participants.ts'
import { inviteParticipants } from '../participants/invite-participants.ts'
import { compareFeed, type Difference, differenceVersion, isEmpty } from './difference.ts'
import { findFeed } from './queries.ts'

export interface FeedSettings {
  linkedAccountId: string
  groupId: string
  emailDomains: string[]
  maxRunCost?: number | null | undefined
}

function requireOpen(budget: BudgetRecord): void {
  if (budget.status === 'ended' || budget.sub_status === 'stopping')
    throw new Problem('wrong_state', 'The budget has ended.', { help: 'Make a new one.' })
}

const normalized = ({ linkedAccountId, groupId, emailDomains, maxRunCost = null }: FeedSettings) => ({
  linkedAccountId,
  groupId,
  emailDomains: [...new Set(emailDomains)].sort(),
  maxRunCost,
})

/** What a budget's following a group would change now. */
export async function differenceFor(db: Db | Tx, budget: BudgetRecord, feed: FeedSettings): Promise<Difference> {
  const participants = await listCurrentParticipants(db, budget.id)
  const takenOut = await db
    .selectFrom('automated_budget_participant')
    .select('employee_id')
    .where('budget_id', '=', budget.id)
    .where('status', '=', 'deleted')
    .where('employee_id', 'is not', null)
    .execute()
  const plan = await planOfTeam(db, budget.team_id)
  return compareFeed({
    budget,
    members: await groupMembers(db, feed),
    participants,
    takenOut: new Set(takenOut.map(({ employee_id }) => employee_id!)),
    emailDomains: feed.emailDomains,
    maxRunCostPence: feed.maxRunCost ?? null,
    planRoom: plan.entities.participants - (await countOfTeamParticipants(db, budget.team_id)),
  })
}

/** @throws not_found (404), wrong_state (409) for an ended budget, invalid_fields (422) for a group that is not there */
export async function previewFeed(
  db: Db,
  caller: Principal,
  budgetId: string,
  wanted: FeedSettings,
): Promise<FeedDifference> {
  const budget = await budgetInScope(db, caller, budgetId)
  requireOpen(budget)
  await requireGroup(db, caller, wanted)
  const settings = normalized(wanted)
  const difference = await differenceFor(db, budget, settings)
  const names = await employeeNames(
    db,
    settings.linkedAccountId,
    difference.leavers.map(({ employee_id }) => employee_id!),
  )
  return {
    joiners: difference.joiners.map(({ name, email }) => ({ name, email })),
    leavers: difference.leavers.map(({ id, email, employee_id }) => ({
      participantId: id,
      email,
      name: names.get(employee_id!) ?? '',
    })),
    changed: difference.changed.map(({ participant, name, email }) => ({
      ...{ participantId: participant.id, name, email, previousEmail: participant.email },
    })),
    skipped: difference.skipped,
    staying: difference.staying,
    unrelated: difference.unrelated,
    runCost: difference.runCostPence,
    stops: difference.stops,
    version: differenceVersion(difference, settings),
  }
}

async function requireGroup(db: Db | Tx, caller: Principal, { linkedAccountId, groupId }: FeedSettings): Promise<void> {
  if ((await linkedGroupInScope(db, caller, { linkedAccountId, groupId })) === null)
    throw invalidFields([{ path: 'groupId', message: 'is no group of the connected system', code: 'unknown' }])
}

/**
 * Has a budget follow a group, by an admin who has seen the difference: how many come and go does not stop it.
 * @throws not_found (404), invalid_fields (422); conflict (409) where the difference is another by now; wrong_state (409)
 *   where it would cost more than the limit, or be too many; plan_limit_reached (403)
 */
export async function putFeed(
  work: Work,
  caller: Principal,
  budgetId: string,
  { version, ...wanted }: FeedSettings & { version: string },
): Promise<BudgetFeed> {
  const { tx, at } = work
  const budget = await lockBudgetInScope(tx, caller, budgetId)
  requireOpen(budget)
  await requireGroup(tx, caller, wanted)
  const settings = normalized(wanted)
  const difference = await differenceFor(tx, budget, settings)
  if (differenceVersion(difference, settings) !== version)
    throw new Problem('conflict', 'People have changed since you looked.', { help: 'Review the difference again.' })
  refuseTooMuch(difference, settings, budget.currency)
  await applyDifference(work, budget, difference)
  const values = {
    linked_account_id: settings.linkedAccountId,
    group_id: settings.groupId,
    email_domains: settings.emailDomains,
    max_run_cost: settings.maxRunCost,
    held_reasons: [],
    held_at: null,
    applied_at: at,
    updated_at: at,
  }
  await tx
    .insertInto('automated_budget_feed')
    .values({
      ...values,
      budget_id: budget.id,
      team_id: budget.team_id,
      created_by: member(caller).userId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('budget_id').doUpdateSet(values))
    .execute()
  await audit(work, budget, 'feed-set', difference)
  return (await readFeed(tx, budget.id))!
}

function refuseTooMuch(
  { stops, joiners, staying, unrelated }: Difference,
  { maxRunCost }: { maxRunCost: number | null },
  currency: string,
): void {
  if (stops.includes('cost'))
    throw new Problem('wrong_state', `A run would cost more than the limit of ${formatMoney(maxRunCost!, currency)}.`, {
      help: 'Raise the limit, or choose a smaller group.',
      details: [{ path: 'maxRunCost', message: 'is less than a run would cost', code: 'cost' }],
    })
  if (staying + unrelated + joiners.length > MAX_PARTICIPANTS)
    throw new Problem('wrong_state', `A budget has at most ${MAX_PARTICIPANTS} participants.`, {
      help: 'Choose a smaller group.',
    })
}

/** A name of the HR system as participants have one. */
const kept = (name: string): string | null => name.slice(0, MAX_NAME_LETTERS).trim() || null

/** Writes the difference: leavers' money goes back first, then joiners come in. */
export async function applyDifference(work: Work, budget: BudgetRecord, difference: Difference): Promise<void> {
  const { tx, at } = work
  const { joiners, leavers, adopted, changed } = difference
  if (isEmpty(difference)) return
  if (leavers.length) {
    const ids = leavers.map(({ id }) => id)
    await removeParticipants(work, budget, ids)
    // People who come back are welcome: only people removed by hand stay out.
    await tx
      .updateTable('automated_budget_participant')
      .set({ employee_id: null })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute()
  }
  if (adopted.length)
    await sql`
      update automated_budget_participant set employee_id = adopted.employee_id, updated_at = ${at},
        name = coalesce(automated_budget_participant.name, adopted.name)
      from unnest(${adopted.map(({ participant }) => participant.id)}::uuid[], ${adopted.map(({ employeeId }) => employeeId)}::text[],
        ${adopted.map(({ name }) => kept(name))}::text[]) as adopted (id, employee_id, name)
      where automated_budget_participant.id = adopted.id`.execute(tx)
  if (changed.length) {
    await cancelAutomationInvites(work, {
      teamId: budget.team_id,
      automationId: budget.id,
      emails: changed.map(({ participant }) => participant.email),
    })
    await sql`
      update automated_budget_participant set email = changed.email, name = changed.name, invite_id = null, updated_at = ${at}
      from unnest(${changed.map(({ participant }) => participant.id)}::uuid[], ${changed.map(({ email }) => email)}::text[],
        ${changed.map(({ name }) => kept(name))}::text[]) as changed (id, email, name)
      where automated_budget_participant.id = changed.id`.execute(tx)
  }
  if (joiners.length)
    await insertParticipants(
      work,
      budget,
      joiners.map(({ email, name, employeeId }) => ({ email, name: kept(name), employeeId, budgetAmount: null })),
    )
  if (budget.status === 'live')
    await inviteParticipants(
      work,
      budget,
      [...joiners, ...changed].map(({ email }) => email),
    )
}

/** @throws not_found (404) for a budget that follows no group */
export async function deleteFeed(work: Work, caller: Principal, budgetId: string): Promise<void> {
  const budget = await lockBudgetInScope(work.tx, caller, budgetId)
  const gone = await work.tx.deleteFrom('automated_budget_feed').where('budget_id', '=', budget.id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw notFound('feed')
  await audit(work, budget, 'feed-ended')
}

export async function readFeed(db: Db | Tx, budgetId: string): Promise<BudgetFeed | null> {
  const feed = await findFeed(db, budgetId)
  if (!feed) return null
  return {
    automationId: feed.budget_id,
    linkedAccountId: feed.linked_account_id,
    groupId: feed.group_id,
    groupName: feed.groupName,
    emailDomains: feed.email_domains,
    maxRunCost: feed.max_run_cost,
    heldReasons: feed.held_reasons as BudgetFeed['heldReasons'],
    heldAt: isoOrNull(feed.held_at),
    dateApplied: iso(feed.applied_at),
  }
}

type FeedAct = 'feed-set' | 'feed-ended' | 'feed-held' | 'feed-applied'

/** Counts only: who they are stands in the participants' rows, where it can be erased. */
export const audit = (work: Work, budget: BudgetRecord, action: FeedAct, difference?: Difference): Promise<void> =>
  work.audit(
    `automated-budget.${action}`,
    { kind: 'automatedBudget', id: budget.id },
    {
      teamId: budget.team_id,
      detail: difference ? { joiners: difference.joiners.length, leavers: difference.leavers.length } : {},
    },
  )
