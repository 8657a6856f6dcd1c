import { type Selectable, sql } from 'kysely'
import { ALONE_HOURS, type BindingRule, CONFIRMS_AFTER_DAYS, RULE_CHANGE_DAYS } from '#contract/teams/preferences.ts'
import { newId } from '#kit/ids.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { RuleChangeTable } from '#server/platform/database/schema.ts'
import type { Work } from '#server/platform/posy.ts'
import { eventType } from '#server/platform/queue.ts'
import { loadPermissions } from '../team/index.ts'
import { isSameRule, type Loosening } from './rule.ts'

export type RuleChangeRecord = Selectable<RuleChangeTable>
type Ending = Exclude<RuleChangeRecord['status'], 'pending'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Someone who lost billing so recently is told as well: the person who asks cannot remove everyone else first. */
const FORMER_DAYS = 30

/** Rules of a team would be looser: anyone who looks after its bills is told. */
export const ruleChangesAsked = eventType<{ teamId: string; changeIds: string[]; userIds: string[] }>(
  'teams.rule-changes-asked',
)
/** A change no longer waits: the people who were told of it are told its outcome. */
export const ruleChangeEnded = eventType<{ teamId: string; changeId: string; userIds: string[] }>(
  'teams.rule-change-ended',
)

interface BillsPerson {
  id: string
  /** Since when they have the role that lets them. */
  since: Date
}

/** Who may manage a team's billing: its members whose role group says so, and the parent's team admins. */
async function billsPeople(db: Db | Tx, teamId: string): Promise<BillsPerson[]> {
  const { rows } = await sql<BillsPerson>`
    select u.id, min(coalesce(m.role_changed_at, m.created_at)) as since
    from team t
    join team_member m on m.team_id = t.id or (m.team_id = t.parent_team_id and m.role_group_id = 'team-admin')
    join app_user u on u.id = m.user_id and not u.is_service and u.deactivated_at is null
    join plan_role_group g on g.plan_id = t.plan_id and g.role_group_id = m.role_group_id
    where t.id = ${teamId} and exists (select from role r where r.id = any(g.role_ids) and 'manage-billing' = any(r.permissions))
    group by u.id order by u.id`.execute(db)
  return rows
}

/** Team admins of a team, or of the one above it, who were removed or given another role lately. */
export async function formerAdmins({ tx, at }: Work, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct event.subject_id as id from audit_event event join team t on t.id = ${teamId}
    where event.team_id in (t.id, t.parent_team_id) and event.subject_kind = 'user' and event.at > ${new Date(at.getTime() - FORMER_DAYS * DAY_MS)}
      and ((event.action = 'team.member-removed' and coalesce(event.detail->>'roleGroupId', 'team-admin') = 'team-admin')
        or (event.action = 'team.role-changed' and event.detail->>'from' = 'team-admin'))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Who is behind a change: the person, or for a key's the people who issued one of that name. */
export async function behind(db: Db | Tx, askedBy: string): Promise<Set<string>> {
  const issuers = await db.selectFrom('api_key').select('created_by').where('user_id', '=', askedBy).execute()
  return new Set([askedBy, ...issuers.flatMap(({ created_by }) => created_by ?? [])])
}

/** Those who may let it through. */
export async function listConfirmers(
  db: Db | Tx,
  { teamId, askedBy, at }: { teamId: string; askedBy: string; at: Date },
): Promise<Set<string>> {
  const own = await behind(db, askedBy)
  const since = new Date(at.getTime() - CONFIRMS_AFTER_DAYS * DAY_MS)
  const people = await billsPeople(db, teamId)
  return new Set(people.filter((one) => one.since <= since && !own.has(one.id)).map(({ id }) => id))
}

/**
 * Lets looser rules of a team wait, with the team's row held. What waits already as it is wished stays; what is wished
 * otherwise, or has been made stricter, takes its place.
 * @param touched the rules of the wish, and whether each is another now
 */
export async function askForChanges(
  work: Work,
  {
    teamId,
    askedBy,
    touched,
    waiting,
  }: { teamId: string; askedBy: string; touched: ReadonlyMap<BindingRule, boolean>; waiting: readonly Loosening[] },
): Promise<void> {
  const pending = new Map(
    (await listPendingChanges(work.tx, [teamId])).map((change) => [change.rule as BindingRule, change]),
  )
  const fresh: Loosening[] = []
  for (const [rule, hasChanged] of touched) {
    const wish = waiting.find((one) => one.rule === rule)
    const before = pending.get(rule)
    const isThere =
      before && wish && isSameRule(rule, before.from_value, wish.from) && isSameRule(rule, before.to_value, wish.to)
    if (isThere) continue
    if (before && (wish || hasChanged)) await endChange(work, before, { status: 'replaced', isTold: false })
    if (wish) fresh.push(wish)
  }
  if (fresh.length) await insertChanges(work, { teamId, askedBy, waiting: fresh })
}

async function insertChanges(
  work: Work,
  { teamId, askedBy, waiting }: { teamId: string; askedBy: string; waiting: readonly Loosening[] },
): Promise<void> {
  const { tx, at } = work
  const confirmers = await listConfirmers(tx, { teamId, askedBy, at })
  const effectiveAt = confirmers.size ? null : new Date(at.getTime() + ALONE_HOURS * HOUR_MS)
  const rows = waiting.map(({ rule, from, to }) => ({
    ...{ id: newId(), team_id: teamId, rule, asked_by: askedBy, asked_at: at, effective_at: effectiveAt },
    from_value: JSON.stringify(from),
    to_value: JSON.stringify(to),
    ends_at: new Date(at.getTime() + RULE_CHANGE_DAYS * DAY_MS),
  }))
  await tx.insertInto('rule_change').values(rows).execute()
  for (const [index, { rule, from, to }] of waiting.entries())
    await work.audit(
      'team.rule-change-asked',
      { kind: 'ruleChange', id: rows[index]!.id },
      { teamId, detail: { rule, from, to, effectiveAt } },
    )
  const people = (await billsPeople(tx, teamId)).map(({ id }) => id)
  const former = effectiveAt ? await formerAdmins(work, teamId) : []
  const userIds = [...new Set([...people, ...former])]
  await work.emit(ruleChangesAsked, { teamId, changeIds: rows.map(({ id }) => id), userIds })
}

const listPendingChanges = (db: Db | Tx, teamIds: readonly string[]): Promise<RuleChangeRecord[]> =>
  db
    .selectFrom('rule_change')
    .selectAll()
    .where('status', '=', 'pending')
    .where(sql<boolean>`team_id = any(${[...teamIds]}::uuid[])`)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()

export interface NamedChange extends RuleChangeRecord {
  teamName: string
  territory: 'GB' | 'EU'
  askerName: string
  issuers: string[]
}

/** With what they are shown by. @param which by id, or those that wait in some teams */
export async function namedChanges(
  db: Db | Tx,
  which: { ids: readonly string[] } | { teamIds: readonly string[] },
): Promise<NamedChange[]> {
  const only =
    'ids' in which
      ? sql`c.id = any(${[...which.ids]}::uuid[])`
      : sql`c.status = 'pending' and c.team_id = any(${[...which.teamIds]}::uuid[])`
  const { rows } = await sql<NamedChange>`
    select c.*, team.name as "teamName", team.territory, ${personName('asker')} as "askerName",
      array(select key.created_by::text from api_key key where key.user_id = c.asked_by and key.created_by is not null) as issuers
    from rule_change c join team on team.id = c.team_id join app_user asker on asker.id = c.asked_by
    where ${only} order by c.asked_at, c.id`.execute(db)
  return rows
}

interface End {
  status: Ending
  decidedBy?: string | null
  /** Whether those who look after the bills hear of it. */
  isTold?: boolean
}

/** Ends what waits, with the change's row held. */
export async function endChange(
  work: Work,
  { id, team_id: teamId, rule, from_value: from, to_value: to, asked_by: askedBy }: RuleChangeRecord,
  { status, decidedBy = null, isTold = true }: End,
): Promise<void> {
  await work.tx
    .updateTable('rule_change')
    .set({ status, decided_by: decidedBy, decided_at: work.at })
    .where('id', '=', id)
    .execute()
  const subject = { kind: 'ruleChange', id }
  await work.audit(`team.rule-change-${status}`, subject, { teamId, detail: { rule, from, to, askedBy } })
  if (!isTold) return
  const people = await billsPeople(work.tx, teamId)
  const userIds = [...new Set([askedBy, ...people.map((one) => one.id)])]
  await work.emit(ruleChangeEnded, { teamId, changeId: id, userIds })
}

/** Whether who asked may still change the rules of that team; a key's as long as it works. */
export async function mayStillAsk({ tx, posy }: Work, { asked_by: userId, team_id: teamId }: RuleChangeRecord) {
  const rights = await loadPermissions(tx, { userId, teamId })
  const user = await tx
    .selectFrom('app_user')
    .select(['is_service', 'deactivated_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const may = rights?.permissions['manage-team-information'] || rights?.permissions['manage-subteam-information']
  if (!may || user.deactivated_at) return false
  if (!user.is_service) return true
  const key = await tx
    .selectFrom('api_key')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(posy.wall.nowMs()))]))
    .executeTakeFirst()
  return key !== undefined
}

/** What someone asked for ends with their right to ask. The caller has just changed it. */
export async function endUserRuleChanges(work: Work, userId: string): Promise<void> {
  const asked = await work.tx
    .selectFrom('rule_change')
    .selectAll()
    .where('asked_by', '=', userId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const change of asked)
    if (!(await mayStillAsk(work, change))) await endChange(work, change, { status: 'withdrawn' })
}
