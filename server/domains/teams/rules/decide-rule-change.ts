import { sql } from 'kysely'
import { CONFIRMS_AFTER_DAYS, type PendingRuleChange } from '#contract/teams/preferences.ts'
import type { RuleChange } from '#contract/teams/rule-changes.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { asSystem, type Posy, type Work } from '#server/platform/posy.ts'
import { isSignedInPerson, member, type Principal, requirePermission } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { teamById } from '../team/index.ts'
import { isSameRule } from './rule.ts'
import {
  behind,
  endChange,
  listConfirmers,
  mayStillAsk,
  type NamedChange,
  namedChanges,
  type RuleChangeRecord,
} from './rule-changes.ts'

const over = new Problem('wrong_state', 'This change no longer waits.', {
  help: 'Reload to see the rules as they are.',
})

/**
 * Lets a looser rule hold, by another person than who asked for it.
 * @throws not_found (404), forbidden (403) for who asked, programs, and who has managed billing for less than a week,
 *   wrong_state (409) once it is decided, or the person who asked may no longer ask
 */
export async function confirmRuleChange(work: Work, caller: Principal, changeId: string): Promise<void> {
  requirePermission(caller, 'manage-billing')
  const change = await lockChange(work, caller, changeId)
  if (!isSignedInPerson(caller))
    throw new Problem('forbidden', 'Only someone who has signed in confirms a change of the rules.')
  const { userId } = member(caller)
  if ((await behind(work.tx, change.asked_by)).has(userId))
    throw new Problem('forbidden', 'Someone else has to confirm what you asked for.')
  const { team_id: teamId, asked_by: askedBy } = change
  if (!(await listConfirmers(work.tx, { teamId, askedBy, at: work.at })).has(userId))
    throw new Problem('forbidden', `You have managed billing for less than ${CONFIRMS_AFTER_DAYS} days.`, {
      help: 'You may object to the change. To confirm it takes someone who has done so for longer.',
    })
  if (change.ends_at <= work.at || !(await mayStillAsk(work, change))) throw over
  if (!(await apply(work, change))) throw over
  await endChange(work, change, { status: 'confirmed', decidedBy: userId })
}

/**
 * Ends a change that waits: an objection of anyone who manages billing, or taken back by who asked.
 * @throws not_found (404), forbidden (403) for programs and for who may do neither, wrong_state (409) once it is decided
 */
export async function objectToRuleChange(work: Work, caller: Principal, changeId: string): Promise<void> {
  const change = await lockChange(work, caller, changeId)
  if (!isSignedInPerson(caller))
    throw new Problem('forbidden', 'Only someone who has signed in objects to a change of the rules.')
  const { userId } = member(caller)
  const isOwn = (await behind(work.tx, change.asked_by)).has(userId)
  if (!isOwn) requirePermission(caller, 'manage-billing')
  await endChange(work, change, { status: isOwn ? 'withdrawn' : 'objected', decidedBy: userId })
}

/** A change with its team's row held, so that of several decisions, and of changes of the rules, one is first. */
async function lockChange(work: Work, caller: Principal, changeId: string): Promise<RuleChangeRecord> {
  const { tx } = work
  const seen = await tx.selectFrom('rule_change').select('team_id').where('id', '=', changeId).executeTakeFirst()
  if (!seen || !caller.teamIds.includes(seen.team_id)) throw notFound('change of a rule')
  const change = await lock(tx, { teamId: seen.team_id, changeId })
  if (change?.status !== 'pending') throw over
  return change
}

async function lock(tx: Tx, { teamId, changeId }: { teamId: string; changeId: string }) {
  await tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().executeTakeFirstOrThrow()
  return tx.selectFrom('rule_change').selectAll().where('id', '=', changeId).forUpdate().executeTakeFirst()
}

/** @returns whether the rule was still as the person who decided saw it */
async function apply({ tx, at }: Work, { team_id: teamId, rule, from_value, to_value }: RuleChangeRecord) {
  const { own, closedAt } = await teamById(tx, teamId)
  if (closedAt || !isSameRule(rule, own.preferences[rule], from_value)) return false
  await tx
    .updateTable('team')
    .set({ preferences: JSON.stringify({ ...own.preferences, [rule]: to_value }), updated_at: at })
    .where('id', '=', teamId)
    .execute()
  return true
}

const dueFirst = (db: Db) =>
  db
    .selectFrom('rule_change')
    .select(['id', 'team_id as teamId', ({ fn }) => fn.coalesce('effective_at', 'ends_at').as('dueAt')])
    .where('status', '=', 'pending')
    .orderBy(({ fn }) => fn.coalesce('effective_at', 'ends_at'))

export const nextRuleChangeAt = sql<Date | null>`
  select min(coalesce(effective_at, ends_at)) from rule_change where status = 'pending'`

/** What no one could confirm, and no one objected to, holds after its hours; what no one confirmed lapses. */
export async function settleDueChanges(posy: Posy, now: Date): Promise<void> {
  const due = await dueFirst(posy.db)
    .where(({ fn, eb }) => eb(fn.coalesce('effective_at', 'ends_at'), '<=', now))
    .execute()
  for (const { id: changeId, teamId } of due)
    await asSystem(posy, async (work) => {
      const change = await lock(work.tx, { teamId, changeId })
      if (change?.status !== 'pending') return
      if (!(await mayStillAsk(work, change))) return endChange(work, change, { status: 'withdrawn' })
      if (change.effective_at === null) return endChange(work, change, { status: 'lapsed' })
      const isDone = await apply(work, change)
      await endChange(work, change, { status: isDone ? 'in-force' : 'replaced' })
    })
}

export const serializePendingChange = (change: NamedChange): PendingRuleChange => ({
  id: change.id,
  rule: change.rule,
  from: { [change.rule]: change.from_value },
  to: { [change.rule]: change.to_value },
  askedBy: { id: change.asked_by, name: change.askerName },
  dateAsked: iso(change.asked_at),
  dateEffective: isoOrNull(change.effective_at),
  dateEnds: iso(change.ends_at),
})

/** Changes as anyone who may decide on them sees them. @param which as namedChanges */
export async function ruleChangesFor(
  db: Db | Tx,
  caller: Principal,
  which: Parameters<typeof namedChanges>[1],
  at: Date,
): Promise<RuleChange[]> {
  const shown: RuleChange[] = []
  for (const change of await namedChanges(db, which)) {
    const { team_id: teamId, asked_by: askedBy, status } = change
    const userId = caller.userId ?? ''
    const isOwn = userId === askedBy || change.issuers.includes(userId)
    const mayDecide = status === 'pending' && isSignedInPerson(caller)
    const isBills = caller.permissions['manage-billing'] === true
    const mayConfirm = mayDecide && isBills && !isOwn && (await listConfirmers(db, { teamId, askedBy, at })).has(userId)
    shown.push({
      ...serializePendingChange(change),
      ...{ team: { id: teamId, name: change.teamName }, status, isOwn, mayConfirm },
      mayObject: mayDecide && (isOwn || isBills),
    })
  }
  return shown
}
