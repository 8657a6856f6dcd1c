import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { CustomerApproval, listCustomerEvents } from '#contract/operator/customer-lists.ts'
import type { Customer } from '#contract/operator/customers.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { listApprovers } from '#server/domains/purchases/approvals/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import { found } from '#server/platform/problem/problem.ts'
import { about, aboutA } from '#server/platform/waiting-acts.ts'
import { readChanges, readFields } from './event-changes.ts'
import { approvalRows, nameOfUser } from './queries.ts'

type Purchase = Customer['purchases'][number]
type Member = Customer['members'][number]
type Event = Customer['events'][number]
interface Page {
  limit: number
  next?: string | undefined
  previous?: string | undefined
}

/** A customer and its subteams. @throws not_found (404) */
export async function customerTeamIds(db: Db, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from team where id = ${teamId} or (parent_team_id = ${teamId} and automation_id is null)
    order by id = ${teamId} desc, name`.execute(db)
  return [
    found(rows.find(({ id }) => id === teamId)?.id, 'customer'),
    ...rows.flatMap(({ id }) => (id === teamId ? [] : id)),
  ]
}

const teams = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`
const ordered = (isBack: boolean) => sql.raw(isBack ? 'asc' : 'desc')

async function purchaseRows(db: Db, condition: RawBuilder<unknown>, limit: number, isBack: boolean) {
  const { rows } = await sql<Omit<Purchase, 'at'> & { at: Date }>`
    select purchase.id, purchase.created_at as at, coalesce(purchase.title, product.name) as title, purchase.quantity,
      purchase.sale_total as "totalPence", purchase.currency, purchase.payment_method as payment, ${nameOfUser('buyer')} as buyer
    from transaction purchase join app_user buyer on buyer.id = purchase.user_id left join product on product.id = purchase.product_id
    where ${condition}
    order by purchase.created_at ${ordered(isBack)}, purchase.id ${ordered(isBack)} limit ${limit}`.execute(db)
  return rows.map(({ at, ...purchase }): Purchase => ({ ...purchase, at: iso(at) }))
}

export const newestPurchases = (db: Db, teamIds: readonly string[], limit: number): Promise<Purchase[]> =>
  purchaseRows(db, sql`purchase.team_id = ${teams(teamIds)}`, limit, false)

/** @throws not_found (404); invalid_fields (422) for a cursor that is none of ours */
export async function purchaseList(db: Db, teamId: string, query: Page) {
  const teamIds = await customerTeamIds(db, teamId)
  const after = cursorPlace(query.next, 'next', ['bigint', 'uuid'])
  const before = cursorPlace(query.previous, 'previous', ['bigint', 'uuid'])
  // In whole milliseconds, as purchases are written.
  const place = ([ms, id]: [number, string]) =>
    sql`('epoch'::timestamptz + ${ms} * interval '1 millisecond', ${id}::uuid)`
  const condition = sql`purchase.team_id = ${teams(teamIds)}
    ${after ? sql`and (purchase.created_at, purchase.id) < ${place(after)}` : sql``}
    ${before ? sql`and (purchase.created_at, purchase.id) > ${place(before)}` : sql``}`
  const rows = await purchaseRows(db, condition, query.limit + 1, before !== null)
  return cursorPage(rows, query, ({ at, id }) => [Date.parse(at), id])
}

/** @throws not_found (404); invalid_fields (422) for a cursor that is none of ours */
export async function approvalList(db: Db, teamId: string, query: Page) {
  const teamIds = await customerTeamIds(db, teamId)
  const [after] = cursorPlace(query.next, 'next', ['uuid']) ?? []
  const [before] = cursorPlace(query.previous, 'previous', ['uuid']) ?? []
  const condition = sql`(approval.team_id = ${teams(teamIds)} or approval.acting_team_id = ${teams(teamIds)})
    ${after ? sql`and approval.id < ${after}` : sql``} ${before ? sql`and approval.id > ${before}` : sql``}`
  const rows = await approvalRows(db, condition, query.limit + 1, before !== undefined)
  const approvers = await Promise.all(
    rows.map((row) => (row.status === 'pending' ? listApprovers(db, { userId: row.userId, teamId: row.teamId }) : [])),
  )
  const approvals = rows.map(
    ({ teamId: _team, userId: _user, askedAt, endsAt, decidedAt, ...approval }, index): CustomerApproval => ({
      ...approval,
      askedAt: iso(askedAt),
      endsAt: iso(endsAt),
      decidedAt: isoOrNull(decidedAt),
      approvers: approvers[index]!.map(({ name }) => name),
    }),
  )
  return cursorPage(approvals, query, ({ id }) => [id])
}

interface EventRow extends Pick<Event, 'id' | 'actor' | 'action' | 'amount' | 'currency' | 'waitingAct'> {
  at: Date
  kind: string
  subject: string
  subjectName: string | null
  detail: unknown
}

const ACTOR_NAME = sql`concat_ws(' ', person.first_name, person.surname, person.email, client.name, operator.name)`

async function eventRows(db: Db, condition: RawBuilder<unknown>, limit: number, isBack: boolean): Promise<Event[]> {
  const { rows } = await sql<EventRow>`
    select event.id::text, event.at, event.action, ${about.kind} as kind, ${about.id} as subject, act.kind as "waitingAct", event.detail,
      coalesce(wallet.name, subteam.name, budget.name, program.name, document.number, key.name || ' (' || key.hint || '…)', case when person_about.id is not null then ${nameOfUser('person_about')} end) as "subjectName",
      coalesce((event.detail->>'amountPence')::bigint, (event.detail->>'debtPence')::bigint + (event.detail->>'surplusPence')::bigint,
        case event.action when 'transaction.created' then purchase.sale_total end) as amount,
      coalesce(event.detail->>'currency', wallet.currency, purchase.currency, document.currency, 'GBX') as currency,
      coalesce(case when person.id is not null then ${nameOfUser('person')} end, client.name, operator.name, event.actor_kind) as actor
    from audit_event event
    left join app_user person on person.id = case when event.actor_kind = 'user' then event.actor_id::uuid end
    left join client on client.id = case when event.actor_kind = 'client' then event.actor_id end
    left join operator on operator.id = case when event.actor_kind = 'operator' then event.actor_id::uuid end
    left join waiting_act act on ${about.act} left join document on document.id = ${aboutA('document')}
    left join wallet on wallet.id = ${aboutA('wallet')} left join team subteam on subteam.id = ${aboutA('team')}
    left join transaction purchase on purchase.id = ${aboutA('transaction')}
    left join automated_budget budget on budget.id = ${aboutA('automatedBudget')}
    left join api_key key on key.id = ${aboutA('apiKey')}
    left join client program on program.id = case when ${about.kind} = 'client' then ${about.id} end
    left join app_user person_about on person_about.id = ${aboutA('user')}
    where ${condition} order by event.id ${ordered(isBack)} limit ${limit}`.execute(db)
  return rows.map(({ at, kind, subject: id, subjectName: name, detail, amount, ...event }) => ({
    ...event,
    at: iso(at),
    subject: { kind, id, name },
    amount: amount === null ? null : Number(amount),
    changes: readChanges(event.action, detail),
    fields: readFields(event.action, detail),
  }))
}

export const newestEvents = (db: Db, teamIds: readonly string[], limit: number): Promise<Event[]> =>
  eventRows(db, sql`event.team_id = ${teams(teamIds)}`, limit, false)

/** What was done with one thing, such as a budget. */
export const newestEventsAbout = (
  db: Db,
  { kind, id }: { kind: string; id: string },
  limit: number,
): Promise<Event[]> => eventRows(db, sql`event.subject_kind = ${kind} and event.subject_id = ${id}`, limit, false)

/** @throws not_found (404); invalid_fields (422) for a cursor that is none of ours */
export async function eventList(db: Db, teamId: string, query: z.output<typeof listCustomerEvents.query>) {
  const teamIds = await customerTeamIds(db, teamId)
  const { action, from, to, who } = query
  const [after] = cursorPlace(query.next, 'next', ['bigint']) ?? []
  const [before] = cursorPlace(query.previous, 'previous', ['bigint']) ?? []
  const condition = sql`event.team_id = ${teams(teamIds)}
    ${action ? sql`and event.action = ${action}` : sql``} ${from ? sql`and event.at >= ${from}::timestamptz` : sql``}
    ${to ? sql`and event.at < ${to}::timestamptz` : sql``}
    ${who?.trim() ? sql`and strpos(fold_search_text(${ACTOR_NAME}), fold_search_text(${who.trim()})) > 0` : sql``}
    ${after === undefined ? sql`` : sql`and event.id < ${after}`} ${before === undefined ? sql`` : sql`and event.id > ${before}`}`
  const rows = await eventRows(db, condition, query.limit + 1, before !== undefined)
  return cursorPage(rows, query, ({ id }) => [Number(id)])
}

const memberRows = (db: Db, teamId: string) =>
  db
    .selectFrom('team_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .leftJoin('second_factor as factor', 'factor.user_id', 'person.id')
    .select(['person.id', 'person.email', 'person.first_name', 'person.surname', 'member.role_group_id'])
    .select(['person.marketing', 'person.deactivated_at', 'factor.confirmed_at'])
    .$narrowType<{ role_group_id: RoleGroup }>()
    .where('member.team_id', '=', teamId)
    .where('person.is_service', '=', false)

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number]

const serializeMember = (member: MemberRow): Member => ({
  userId: member.id,
  name: `${member.first_name} ${member.surname}`.trim(),
  email: member.email,
  roleGroupId: member.role_group_id,
  isActive: member.deactivated_at === null,
  hasSecondFactor: member.confirmed_at !== null,
  wantsNews: member.marketing,
})

export const firstMembers = async (db: Db, teamId: string, limit: number): Promise<Member[]> =>
  (await memberRows(db, teamId).orderBy('member.created_at').limit(limit).execute()).map(serializeMember)

/** By address. @throws not_found (404); invalid_fields (422) for a cursor that is none of ours */
export async function memberList(db: Db, teamId: string, { userId, ...query }: Page & { userId?: string | undefined }) {
  await customerTeamIds(db, teamId)
  const [after] = cursorPlace(query.next, 'next', ['text']) ?? []
  const [before] = cursorPlace(query.previous, 'previous', ['text']) ?? []
  const rows = await memberRows(db, teamId)
    .$if(userId !== undefined, (members) => members.where('person.id', '=', userId!))
    .$if(after !== undefined, (members) => members.where('person.email', '>', after!))
    .$if(before !== undefined, (members) => members.where('person.email', '<', before!))
    .orderBy('person.email', before === undefined ? 'asc' : 'desc')
    .limit(query.limit + 1)
    .execute()
  return cursorPage(rows.map(serializeMember), query, ({ email }) => [email])
}
