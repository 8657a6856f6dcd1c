import { sql } from 'kysely'
import type { RoleGroup } from '#contract/core/permissions.ts'
import type { Customer } from '#contract/operator/customers.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { permissionFor } from '#server/domains/impersonation/index.ts'
import { openLeavings } from '#server/domains/leaving/index.ts'
import { loadBalances, receivablePence } from '#server/domains/ledger/index.ts'
import { waitingPlans } from '#server/domains/plans/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { actsOfTeams } from './acts.ts'
import { messagesOfTeams } from './messages.ts'

const NEWEST = 25

/** A customer on one page. @throws not_found (404) */
export async function customerPage({ db, wall }: Pick<Posy, 'db' | 'wall'>, teamId: string): Promise<Customer> {
  const team = found(await teamRow(db, teamId), 'customer')
  const subteams = await db
    .selectFrom('team')
    .select(['id', 'name'])
    .where('parent_team_id', '=', teamId)
    .where('automation_id', 'is', null)
    .orderBy('name')
    .execute()
  const teamIds = [teamId, ...subteams.map(({ id }) => id)]
  const [planRequest, owedPence, wallets, members, purchases, messages, events, acts, permission, leaving] =
    await Promise.all([
      findPlanRequest(db, teamId),
      receivablePence(db, teamId, 'GBX'),
      listCustomerWallets(db, teamId),
      listCustomerMembers(db, teamId),
      listCustomerPurchases(db, teamIds),
      messagesOfTeams(db, teamIds, NEWEST),
      listCustomerEvents(db, teamIds),
      actsOfTeams(db, teamIds, NEWEST),
      permissionFor(db, teamId, new Date(wall.nowMs())),
      openLeavings(db, teamId),
    ])
  return {
    id: team.id,
    name: team.name,
    domain: team.domain,
    territory: team.territory,
    createdAt: iso(team.created_at),
    deactivatedAt: isoOrNull(team.deactivated_at),
    closedAt: isoOrNull(team.closed_at),
    leavingAskedAt: isoOrNull(leaving[0]?.asked_at ?? null),
    parent: team.parentId !== null && team.parentName !== null ? { id: team.parentId, name: team.parentName } : null,
    subteams,
    plan: { id: team.plan_id, name: team.planName },
    planRequest,
    credit: { limitPence: team.credit_limit, owedPence },
    changesAllowedUntil: isoOrNull(permission?.endsAt ?? null),
    ...{ wallets, members, purchases, messages, events, acts },
  }
}

const teamRow = (db: Db, teamId: string) =>
  db
    .selectFrom('team')
    .innerJoin('plan', 'plan.id', 'team.plan_id')
    .leftJoin('team as parent', 'parent.id', 'team.parent_team_id')
    .select(['team.id', 'team.name', 'team.domain', 'team.territory', 'team.created_at', 'team.deactivated_at'])
    .select(['team.closed_at', 'team.plan_id', 'team.credit_limit', 'plan.name as planName'])
    .select(['parent.id as parentId', 'parent.name as parentName'])
    .where('team.id', '=', teamId)
    .executeTakeFirst()

async function findPlanRequest(db: Db, teamId: string): Promise<Customer['planRequest']> {
  const [asked] = await waitingPlans(db, teamId)
  if (!asked) return null
  const { planId, planName, askedBy, askedAt } = asked
  return { plan: { id: planId, name: planName }, askedBy, askedAt: iso(askedAt) }
}

async function listCustomerWallets(db: Db, teamId: string): Promise<Customer['wallets']> {
  const wallets = await db
    .selectFrom('wallet')
    .select(['id', 'name', 'reference', 'currency', 'closed_at'])
    .where('team_id', '=', teamId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
  const balances = await loadBalances(
    db,
    wallets.map(({ id }) => id),
  )
  return wallets.map(({ closed_at, ...wallet }) => ({
    ...wallet,
    availablePence: balances.get(wallet.id)?.available ?? 0,
    committedPence: balances.get(wallet.id)?.committed ?? 0,
    isClosed: closed_at !== null,
  }))
}

async function listCustomerMembers(db: Db, teamId: string): Promise<Customer['members']> {
  const members = await db
    .selectFrom('team_member as member')
    .innerJoin('app_user as person', 'person.id', 'member.user_id')
    .leftJoin('second_factor as factor', 'factor.user_id', 'person.id')
    .select(['person.id', 'person.email', 'person.first_name', 'person.surname', 'member.role_group_id'])
    .select(['person.deactivated_at', 'factor.confirmed_at'])
    .$narrowType<{ role_group_id: RoleGroup }>()
    .where('member.team_id', '=', teamId)
    .where('person.is_service', '=', false)
    .orderBy('member.created_at')
    .limit(200)
    .execute()
  return members.map((member) => ({
    userId: member.id,
    name: `${member.first_name} ${member.surname}`.trim(),
    email: member.email,
    roleGroupId: member.role_group_id,
    isActive: member.deactivated_at === null,
    hasSecondFactor: member.confirmed_at !== null,
  }))
}

async function listCustomerPurchases(db: Db, teamIds: readonly string[]): Promise<Customer['purchases']> {
  const { rows } = await sql<Omit<Customer['purchases'][number], 'at'> & { at: Date }>`
    select purchase.id, purchase.created_at as at, coalesce(purchase.title, product.name) as title, purchase.quantity,
      purchase.sale_total as "totalPence", purchase.currency, purchase.payment_method as payment, buyer.email as buyer
    from transaction purchase join app_user buyer on buyer.id = purchase.user_id left join product on product.id = purchase.product_id
    where purchase.team_id = any(${[...teamIds]}::uuid[])
    order by purchase.created_at desc, purchase.id desc limit ${NEWEST}`.execute(db)
  return rows.map(({ at, ...purchase }) => ({ ...purchase, at: iso(at) }))
}

async function listCustomerEvents(db: Db, teamIds: readonly string[]): Promise<Customer['events']> {
  const { rows } = await sql<{ id: string; at: Date; actor: string; action: string; kind: string; subject: string }>`
    select event.id::text, event.at, event.action, event.subject_kind as kind, event.subject_id as subject,
      coalesce(person.email, client.name, operator.name, event.actor_kind) as actor
    from audit_event event
    left join app_user person on person.id = case when event.actor_kind = 'user' then event.actor_id::uuid end
    left join client on client.id = case when event.actor_kind = 'client' then event.actor_id end
    left join operator on operator.id = case when event.actor_kind = 'operator' then event.actor_id::uuid end
    where event.team_id = any(${[...teamIds]}::uuid[]) order by event.id desc limit ${NEWEST}`.execute(db)
  return rows.map(({ at, kind, subject, ...event }) => ({ ...event, at: iso(at), subject: { kind, id: subject } }))
}
