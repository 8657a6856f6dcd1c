import { sql } from 'kysely'
import { allows } from '#contract/core/permissions.ts'
import type { Approval, ApprovalDetail, ApprovalStatus } from '#contract/orders/approvals.ts'
import type { Quote } from '#contract/orders/orders.ts'
import type { Payment } from '#contract/orders/purchase.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import type { ApprovalDecision } from '#server/domains/delivery/index.ts'
import { callerLater } from '#server/domains/teams/sign-in/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import { personName } from '#server/platform/database/person-name.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { holdOrder, type OrderRecord, orderOfApproval, requestFromOrder, serializeOrder } from '../orders/index.ts'
import { calculateQuote, checkPurchase, loadFacts } from '../request/index.ts'
import type { ApprovalRecord } from './approval.ts'
import { APPROVES, isOwnApproval, listApprovers } from './approval-limits.ts'

/** Every query below is scoped here: the caller's own, and with manage-billing those of the team and its subteams. */
function approvalsInScope(db: Db | Tx, caller: Principal) {
  const inTeams = db.selectFrom('approval').where('approval.team_id', 'in', [...caller.teamIds])
  return allows(caller.permissions, APPROVES) ? inTeams : inTeams.where(isOwnApproval(caller.userId))
}

const listed = (db: Db | Tx, caller: Principal) =>
  approvalsInScope(db, caller)
    .innerJoin('team', 'team.id', 'approval.team_id')
    .innerJoin('app_user as buyer', 'buyer.id', 'approval.user_id')
    .leftJoin('app_user as decider', 'decider.id', 'approval.decided_by')
    .innerJoin('wallet', 'wallet.id', 'approval.wallet_id')
    .innerJoin('basket', 'basket.id', 'approval.order_id')
    .leftJoin('product', 'product.id', 'basket.product_id')
    .selectAll('approval')
    .select(['team.name as teamName', 'wallet.name as walletName', 'product.name as productName'])
    .select(['buyer.is_service as isKey', personName('buyer').as('buyerName'), personName('decider').as('deciderName')])
    .select(isOwnApproval(caller.userId).as('isOwn'))

type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

/** Whether someone decides in person: no one's program approves anything, nor an operator who looks on. */
export const isPerson = ({ kind, sessionId, apiKey, impersonation }: Principal): boolean =>
  kind === 'user' && sessionId !== null && apiKey === null && !impersonation

const serializeApproval = (caller: Principal, row: Listed): Approval => ({
  orderId: row.order_id,
  version: row.order_version,
  status: row.status,
  team: { id: row.team_id, name: row.teamName },
  buyer: { id: row.user_id, name: row.buyerName, isKey: row.isKey },
  productName: row.productName ?? '',
  quantity: (row.quote as Quote).quantity,
  total: row.total,
  currency: row.currency,
  reason: row.reason,
  limit: row.limit_pence,
  spentThatDay: row.spent_pence,
  dateAsked: iso(row.asked_at),
  dateEnds: iso(row.ends_at),
  dateDecided: isoOrNull(row.decided_at),
  decidedBy: row.decided_by ? { id: row.decided_by, name: row.deciderName } : null,
  note: row.note,
  transactionId: row.transaction_id,
  mayDecide: row.status === 'pending' && !row.isOwn && isPerson(caller) && allows(caller.permissions, APPROVES),
  isOwn: row.isOwn,
})

/** One page of approvals, newest first, and how many there are. */
export async function approvalsPage(
  db: Db,
  caller: Principal,
  { status, ...page }: { page: number; per_page: number; status?: ApprovalStatus | undefined },
): Promise<{ approvals: Approval[]; total: number }> {
  const query = status ? listed(db, caller).where('approval.status', '=', status) : listed(db, caller)
  const { rows, total } = await paginate(query.orderBy('approval.asked_at', 'desc').orderBy('approval.id'), page)
  return { approvals: rows.map((row) => serializeApproval(caller, row)), total }
}

/** The latest approval of an order, with everything to decide by. @throws not_found (404) for foreign and missing alike */
export async function readApproval(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  orderId: string,
  at: Date,
): Promise<ApprovalDetail> {
  const latest = listed(db, caller).where('approval.order_id', '=', orderId).orderBy('approval.order_version', 'desc')
  const row = found(await latest.limit(1).executeTakeFirst(), 'order')
  const isPending = row.status === 'pending'
  const order = isPending || row.status === 'approved' ? await orderOfApproval(db, orderId) : null
  return {
    ...serializeApproval(caller, row),
    payment: {
      method: row.payment_method,
      walletId: row.wallet_id,
      walletName: row.walletName,
    },
    quote: row.quote as Quote,
    order: order && serializeOrder(order),
    now: isPending && order ? await dryRun({ posy, db, at }, row, order) : null,
    approvers: isPending ? await listApprovers(db, { userId: row.user_id, teamId: row.team_id }) : [],
  }
}

/** What buying it now would cost, and what would stand against it. */
async function dryRun(
  { posy, db, at }: { posy: Posy; db: Db | Tx; at: Date },
  approval: ApprovalRecord,
  order: OrderRecord,
): Promise<ApprovalDetail['now']> {
  const buyer = await loadBuyer(db, approval)
  if (!buyer) return { quote: null, problems: [{ code: 'forbidden', path: 'userId', message: BUYER_GONE }] }
  const request = requestFromOrder(order)
  const facts = await loadFacts({ posy, db, at }, buyer, request, approvalPayment(approval))
  return {
    quote: facts.product && calculateQuote(request, facts.text, facts.product),
    problems: checkPurchase(request, facts),
  }
}

export const BUYER_GONE = 'The person who asked can no longer buy here'

/** In whose name an order is bought, with the rights they have now; null for who has none, or whose key was stopped. */
export async function loadBuyer(db: Db | Tx, approval: ApprovalRecord): Promise<Principal | null> {
  const { user_id: userId, acting_team_id: teamId, api_key_id: keyId, client_id: clientId } = approval
  if (keyId) {
    const key = await db.selectFrom('api_key').select('revoked_at').where('id', '=', keyId).executeTakeFirst()
    if (!key || key.revoked_at) return null
  }
  if (clientId) {
    const client = await db.selectFrom('client').select('revoked_at').where('id', '=', clientId).executeTakeFirst()
    if (!client || client.revoked_at) return null
  }
  const buyer = await callerLater(db, { userId, teamId })
  return buyer && { ...buyer, clientId }
}

export const approvalPayment = ({ payment_method, wallet_id }: ApprovalRecord): Payment => ({
  method: payment_method,
  reference: wallet_id,
})

/** The latest approval of an order and the order itself, no one else's until the transaction ends. @throws not_found (404) */
export async function lockApproval(
  tx: Tx,
  caller: Principal,
  orderId: string,
): Promise<ApprovalRecord & { isOwn: boolean }> {
  const visible = approvalsInScope(tx, caller).select('approval.id').where('approval.order_id', '=', orderId)
  found(await visible.limit(1).executeTakeFirst(), 'order')
  await holdOrder(tx, orderId)
  const latest = approvalsInScope(tx, caller)
    .selectAll('approval')
    .select(isOwnApproval(caller.userId).as('isOwn'))
    .where('approval.order_id', '=', orderId)
    .orderBy('approval.order_version', 'desc')
  return found(await latest.limit(1).forUpdate().executeTakeFirst(), 'order')
}

/** The waiting request of an order, and the order itself, held until the transaction ends; nothing where it no longer waits. */
export async function lockPending(tx: Tx, orderId: string): Promise<ApprovalRecord | undefined> {
  await holdOrder(tx, orderId)
  const pending = tx.selectFrom('approval').selectAll().where('order_id', '=', orderId).where('status', '=', 'pending')
  return pending.forUpdate().executeTakeFirst()
}

/** The orders of someone who acted in a team that wait there. */
export const listWaitingOrders = (db: Db, { teamId, userId }: { teamId: string; userId: string }): Promise<string[]> =>
  listApprovalOrderIds(db.selectFrom('approval').where('acting_team_id', '=', teamId).where('user_id', '=', userId))

/** The orders whose time to be decided on is over. */
export const endedApprovals = (db: Db, now: Date): Promise<string[]> =>
  listApprovalOrderIds(db.selectFrom('approval').where('ends_at', '<=', now).orderBy('ends_at').limit(ENDED_PER_STEP))

const ENDED_PER_STEP = 500

async function listApprovalOrderIds(approvals: ReturnType<typeof allApprovals>): Promise<string[]> {
  const rows = await approvals.select('order_id').where('status', '=', 'pending').execute()
  return rows.map((row) => row.order_id)
}
const allApprovals = (db: Db) => db.selectFrom('approval')

export const nextApprovalEnd = sql<Date | null>`select min(ends_at) from approval where status = 'pending'`

/** How approvals stand, for emails about them. */
export async function readDecisions(db: Db, ids: readonly string[]): Promise<Map<string, ApprovalDecision>> {
  const rows = await db
    .selectFrom('approval')
    .innerJoin('basket', 'basket.id', 'approval.order_id')
    .leftJoin('product', 'product.id', 'basket.product_id')
    .select(['approval.id', 'approval.status', 'approval.note', 'product.name as productName'])
    .where('approval.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, productName: row.productName ?? '' }]))
}
