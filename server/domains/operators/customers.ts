import { type Customer, MOST_BUDGETS } from '#contract/operator/customers.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { permissionFor } from '#server/domains/impersonation/index.ts'
import { openLeavings } from '#server/domains/leaving/index.ts'
import { loadBalances, receivablePence } from '#server/domains/ledger/index.ts'
import { waitingPlans } from '#server/domains/plans/index.ts'
import { isSupportPlan } from '#server/domains/teams/rights/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found } from '#server/platform/problem/problem.ts'
import { actsOfTeams } from './acts.ts'
import { firstMembers, newestEvents, newestPurchases } from './customer-lists.ts'
import { messagesOfTeams } from './messages.ts'
import { listPrograms, listTeamKeys } from './queries.ts'

const NEWEST = 25
const MEMBERS = 200

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
  const [
    planRequest,
    owedPence,
    wallets,
    budgets,
    members,
    programs,
    keys,
    purchases,
    messages,
    events,
    acts,
    permission,
    leaving,
    isSupport,
  ] = await Promise.all([
    findPlanRequest(db, teamId),
    receivablePence(db, teamId, 'GBX'),
    listCustomerWallets(db, teamId),
    listCustomerBudgets(db, teamId),
    firstMembers(db, teamId, MEMBERS),
    listPrograms(db, { teamId }),
    listTeamKeys(db, teamId, new Date(wall.nowMs())),
    newestPurchases(db, teamIds, NEWEST),
    messagesOfTeams({ db, wall }, teamIds, NEWEST),
    newestEvents(db, teamIds, NEWEST),
    actsOfTeams(db, teamIds, NEWEST),
    permissionFor(db, teamId, new Date(wall.nowMs())),
    openLeavings(db, teamId),
    isSupportPlan(db, team.plan_id),
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
    ...{ isSupport, planRequest, hasAdmin: team.hasAdmin },
    credit: { limitPence: team.credit_limit, owedPence },
    changesAllowedUntil: isoOrNull(permission?.endsAt ?? null),
    programs: [...programs, ...keys],
    ...{ wallets, budgets, members, purchases, messages, events, acts },
  }
}

const teamRow = (db: Db, teamId: string) =>
  db
    .selectFrom('team')
    .innerJoin('plan', 'plan.id', 'team.plan_id')
    .leftJoin('team as parent', 'parent.id', 'team.parent_team_id')
    .select(['team.id', 'team.name', 'team.domain', 'team.territory', 'team.created_at', 'team.deactivated_at'])
    .select(['team.closed_at', 'team.plan_id', 'team.credit_limit', 'plan.name as planName'])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('team_member as admin')
            .innerJoin('app_user as person', 'person.id', 'admin.user_id')
            .select('admin.user_id')
            .whereRef('admin.team_id', '=', 'team.id')
            .where('admin.role_group_id', 'in', ['team-admin', 'subteam-admin'])
            .where('person.is_service', '=', false)
            .where('person.deactivated_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('hasAdmin'),
    )
    .select(['parent.id as parentId', 'parent.name as parentName'])
    .where('team.id', '=', teamId)
    .executeTakeFirst()

async function findPlanRequest(db: Db, teamId: string): Promise<Customer['planRequest']> {
  const [asked] = await waitingPlans(db, teamId)
  if (!asked) return null
  const { planId, planName, askedBy, askedAt } = asked
  return { plan: { id: planId, name: planName }, askedBy, askedAt: iso(askedAt) }
}

const listCustomerBudgets = (db: Db, teamId: string): Promise<Customer['budgets']> =>
  db
    .selectFrom('automated_budget')
    .select(['id', 'name', 'status'])
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .limit(MOST_BUDGETS)
    .execute()

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
