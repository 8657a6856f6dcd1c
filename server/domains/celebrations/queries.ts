import { type Selectable, sql } from 'kysely'
import type { Celebration, CelebrationRule, CelebrationStatus } from '#contract/celebrations/celebrations.ts'
import { allows } from '#contract/core/permissions.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { CelebrationRuleTable } from '#server/platform/database/schema.ts'
import { cursorPlace } from '#server/platform/http/page.ts'
import type { Principal } from '#server/platform/principal.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { celebrationIn, parseDay, type RecordedCelebration } from './celebration.ts'

export type RuleRecord = Selectable<CelebrationRuleTable>
type Scope = Pick<Principal, 'teamIds'>
type Viewer = Pick<Principal, 'teamIds' | 'permissions'>

const inTeams = (column: string, { teamIds }: Scope) => sql<boolean>`${sql.ref(column)} = any(${[...teamIds]}::uuid[])`

const countWhere = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`(select count(*)::int from celebration c where c.rule_id = rule.id and ${condition})`

const rules = (db: Db | Tx) =>
  db
    .selectFrom('celebration_rule as rule')
    .innerJoin('product', 'product.id', 'rule.product_id')
    .innerJoin('wallet', 'wallet.id', 'rule.wallet_id')
    .leftJoin('linked_group as g', (join) =>
      join.onRef('g.linked_account_id', '=', 'rule.linked_account_id').onRef('g.id', '=', 'rule.group_id'),
    )
    .selectAll('rule')
    .select(['product.name as productName', 'wallet.name as walletName', 'g.name as groupName'])
    .select([
      countWhere(sql`c.status = 'awaiting-approval'`).as('awaitingApproval'),
      countWhere(sql`c.status = 'due' and c.problem is not null and c.order_id is null`).as('failing'),
    ])

type ListedRule = Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>

const serializeRule = (row: ListedRule): CelebrationRule => ({
  id: row.id,
  teamId: row.team_id,
  name: row.name,
  occasion: row.occasion,
  linkedAccountId: row.linked_account_id,
  groupId: row.group_id,
  groupName: row.groupName,
  productId: row.product_id,
  productName: row.productName,
  walletId: row.wallet_id,
  walletName: row.walletName,
  fromName: row.from_name,
  message: row.message,
  reasonCode: row.reason_code,
  timeZone: row.zone,
  needsApproval: row.needs_approval,
  over18: row.over18_confirmed ?? false,
  status: row.status,
  ownerId: row.owner_id,
  awaitingApproval: row.awaitingApproval,
  failing: row.failing,
  nextRunAt: isoOrNull(row.due_at),
  dateCreated: iso(row.created_at),
  dateModified: iso(row.updated_at),
})

export async function listRules(db: Db, caller: Scope): Promise<CelebrationRule[]> {
  const rows = await rules(db)
    .where(inTeams('rule.team_id', caller))
    .orderBy('rule.created_at')
    .orderBy('rule.id')
    .execute()
  return rows.map(serializeRule)
}

/** @throws not_found (404) */
export async function readRule(db: Db | Tx, caller: Scope, id: string): Promise<CelebrationRule> {
  const row = await rules(db).where('rule.id', '=', id).where(inTeams('rule.team_id', caller)).executeTakeFirst()
  if (!row) throw notFound('celebration rule')
  return serializeRule(row)
}

/** A rule that no one else changes or runs until the transaction ends. @throws not_found (404) */
export async function lockRule(tx: Tx, caller: Scope, id: string): Promise<RuleRecord> {
  const row = await tx
    .selectFrom('celebration_rule')
    .selectAll()
    .where('id', '=', id)
    .where(inTeams('team_id', caller))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('celebration rule')
  return row
}

export async function countRules(db: Db | Tx, teamId: string): Promise<number> {
  const { count } = await db
    .selectFrom('celebration_rule')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return count
}

/** What a rule has written down that may still matter: this year's and the last's. */
export const recordedBy = (tx: Tx, ruleId: string, sinceYear: number): Promise<RecordedCelebration[]> =>
  tx
    .selectFrom('celebration')
    .select(['id', 'employee_id as employeeId', 'day', 'status', 'order_id as orderId'])
    .where('rule_id', '=', ruleId)
    .where('year', '>=', sinceYear)
    .execute()

/** What is to be bought by now, and does not wait for approval as an order. */
export const dueCelebrations = (
  db: Db | Tx,
  ruleId: string,
  today: string,
): Promise<{ id: string; problem: string | null }[]> =>
  db
    .selectFrom('celebration')
    .select(['id', 'problem'])
    .where('rule_id', '=', ruleId)
    .where('status', '=', 'due')
    .where('order_id', 'is', null)
    .where('day', '<=', today)
    .orderBy('day')
    .orderBy('id')
    .execute()

export async function dueRules(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('celebration_rule')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const nextCelebrationDueAt = sql<Date | null>`select min(due_at) from celebration_rule`

/**
 * A birthday is for admins alone. Others see the gift that was given for it, as they see the purchase, and on the purchase's day; so is its cursor.
 */
const seenBy = ({ permissions }: Pick<Principal, 'permissions'>) =>
  allows(permissions, 'team-admin')
    ? { day: sql<string>`celebration.day`, rows: sql<boolean>`true` }
    : {
        day: sql<string>`case rule.occasion when 'birthday' then (bought.created_at at time zone rule.zone)::date else celebration.day end`,
        rows: sql<boolean>`(rule.occasion <> 'birthday' or bought.id is not null)`,
      }

const celebrations = (db: Db | Tx, caller: Pick<Principal, 'permissions'>) =>
  db
    .selectFrom('celebration')
    .leftJoin('transaction as bought', 'bought.id', 'celebration.transaction_id')
    .innerJoin('celebration_rule as rule', 'rule.id', 'celebration.rule_id')
    .leftJoin('linked_employee as person', (join) =>
      join
        .onRef('person.linked_account_id', '=', 'rule.linked_account_id')
        .onRef('person.id', '=', 'celebration.employee_id'),
    )
    .select([
      'celebration.id',
      'celebration.rule_id as ruleId',
      'rule.name as ruleName',
      'rule.occasion',
      'celebration.status',
      'celebration.problem',
      'celebration.transaction_id as transactionId',
      'celebration.order_id as orderId',
      'person.start_date as startDate',
    ])
    .select(sql<string>`coalesce(trim(person.first_name || ' ' || person.surname), '')`.as('name'))
    .select(seenBy(caller).day.as('day'))
    .where(seenBy(caller).rows)

type ListedCelebration = Awaited<ReturnType<ReturnType<typeof celebrations>['executeTakeFirstOrThrow']>>

const serializeCelebration = ({ startDate, ...row }: ListedCelebration): Celebration => ({
  ...row,
  years:
    row.occasion === 'birthday'
      ? null
      : (celebrationIn(parseDay(row.day).year, row.occasion, { birthday: null, startDate })?.years ?? null),
})

/** @throws not_found (404) */
export async function readCelebration(db: Db | Tx, caller: Viewer, id: string): Promise<Celebration> {
  const row = await celebrations(db, caller)
    .where('celebration.id', '=', id)
    .where(inTeams('celebration.team_id', caller))
    .executeTakeFirst()
  if (!row) throw notFound('celebration')
  return serializeCelebration(row)
}

interface PageQuery {
  limit: number
  next?: string | undefined
  previous?: string | undefined
  ruleId?: string | undefined
  status?: CelebrationStatus[] | undefined
}

/** One page, the latest day first, and one more than fits. @throws invalid_fields (422) for a cursor of another list */
export async function celebrationsPage(db: Db, caller: Viewer, page: PageQuery): Promise<Celebration[]> {
  const { limit, next, previous, ruleId, status } = page
  const order = previous ? 'asc' : 'desc'
  const { day } = seenBy(caller)
  let query = celebrations(db, caller)
    .where(inTeams('celebration.team_id', caller))
    .orderBy(day, order)
    .orderBy('celebration.id', order)
    .limit(limit + 1)
  const begin = cursorPlace(previous ?? next, previous ? 'previous' : 'next', ['day', 'uuid'])
  if (begin) {
    const place = sql`(${begin[0]}::date, ${begin[1]}::uuid)`
    const row = sql`(${day}, celebration.id)`
    query = query.where(previous ? sql<boolean>`${row} > ${place}` : sql<boolean>`${row} < ${place}`)
  }
  if (ruleId) query = query.where('celebration.rule_id', '=', ruleId)
  if (status?.length) query = query.where('celebration.status', 'in', status)
  return (await query.execute()).map(serializeCelebration)
}

/** Of its next look and of what is tried again: how many rules are due after one moment (or at all) and up to another. */
export async function countDueRules(db: Db, after: Date | null, until: Date): Promise<number> {
  let due = db
    .selectFrom('celebration_rule')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('due_at', '<=', until)
  if (after) due = due.where('due_at', '>', after)
  return (await due.executeTakeFirstOrThrow()).count
}
