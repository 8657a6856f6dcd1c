import { type Selectable, sql } from 'kysely'
import { isUuid } from '#kit/uuid.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { paginate } from '#server/platform/database/paginate.ts'
import type { CardTopUpTable } from '#server/platform/database/schema.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import { countWaiting, type Waiting } from '#server/platform/waiting.ts'
import type { CardRecord } from './card.ts'
import type { ChargeRecord, ChargeState } from './charge.ts'

export type TopUpRecord = Selectable<CardTopUpTable>

/** Cards and charges are their owner's, in the team acted in: for anybody else they do not exist. */
function owner(caller: Principal) {
  const { userId, teamId } = member(caller)
  return { userId, teamId }
}

/** Cards of the caller that were not deleted, the default first. */
export function listSavedCards(db: Db | Tx, caller: Principal): Promise<CardRecord[]> {
  const { userId, teamId } = owner(caller)
  return db
    .selectFrom('card')
    .selectAll()
    .where('user_id', '=', userId)
    .where('team_id', '=', teamId)
    .where('status', '<>', 'deactivated')
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** One of the caller's cards, deleted or not. @throws not_found (404) for foreign and missing alike */
export async function cardInScope(db: Db | Tx, caller: Principal, cardId: string): Promise<CardRecord> {
  const { userId, teamId } = owner(caller)
  const query = db.selectFrom('card').selectAll().where('id', '=', cardId)
  return found(await query.where('user_id', '=', userId).where('team_id', '=', teamId).executeTakeFirst(), 'card')
}

/** One of the caller's charges. @throws not_found (404) for foreign and missing alike */
export async function chargeInScope(db: Db | Tx, caller: Principal, chargeId: string): Promise<ChargeRecord> {
  const { userId, teamId } = owner(caller)
  const query = db.selectFrom('charge').selectAll().where('id', '=', chargeId)
  return found(await query.where('user_id', '=', userId).where('team_id', '=', teamId).executeTakeFirst(), 'charge')
}

/** One page of the caller's charges in some states (in any where none is named), newest first, and how many there are. */
export async function loadCharges(
  db: Db | Tx,
  caller: Principal,
  { states, ...page }: { states?: readonly ChargeState[] | undefined; page: number; per_page: number },
): Promise<{ charges: ChargeRecord[]; total: number }> {
  const { userId, teamId } = owner(caller)
  let query = db.selectFrom('charge').selectAll().where('user_id', '=', userId).where('team_id', '=', teamId)
  if (states) query = query.where('state', 'in', [...states])
  const { rows, total } = await paginate(query.orderBy('created_at', 'desc').orderBy('id', 'desc'), page)
  return { charges: rows, total }
}

/** A charge of anyone, for the product's own work. */
export const chargeById = (db: Db | Tx, chargeId: string): Promise<ChargeRecord | undefined> =>
  db.selectFrom('charge').selectAll().where('id', '=', chargeId).executeTakeFirst()

/** A charge of anyone, no one else's until the transaction ends. @throws not_found (404) */
export const lockCharge = async (tx: Tx, chargeId: string): Promise<ChargeRecord> =>
  found(await tx.selectFrom('charge').selectAll().where('id', '=', chargeId).forUpdate().executeTakeFirst(), 'charge')

/** The charge a provider's payment belongs to: by our reference, or by the payment's id. */
export async function chargeOfPayment(
  db: Db | Tx,
  { payment, reference }: { payment: string; reference: string | null },
): Promise<ChargeRecord | undefined> {
  const byReference = reference !== null && isUuid(reference) ? await chargeById(db, reference) : undefined
  return (
    byReference ??
    (await db.selectFrom('charge').selectAll().where('method_payment_id', '=', payment).executeTakeFirst())
  )
}

/** One page of what a user put into wallets of the caller's teams by card, newest first, and how many there are. */
export async function loadTopUps(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds'>,
  userId: string,
  page: { page: number; per_page: number },
): Promise<{ topUps: TopUpRecord[]; total: number }> {
  const query = db
    .selectFrom('card_top_up')
    .selectAll()
    .where('user_id', '=', userId)
    .where('team_id', 'in', [...caller.teamIds])
  const { rows, total } = await paginate(query.orderBy('created_at', 'desc').orderBy('id', 'desc'), page)
  return { topUps: rows, total }
}

/** One top-up by card and what went back to the card; a colleague's is none where the caller sees only their own. */
export async function topUpInScope(
  db: Db | Tx,
  caller: Pick<Principal, 'teamIds' | 'ownOnly' | 'userId'>,
  id: string,
): Promise<(TopUpRecord & { refunded_total: number }) | undefined> {
  if (caller.teamIds.length === 0) return undefined
  const query = db
    .selectFrom('card_top_up')
    .selectAll('card_top_up')
    .select(
      sql<number>`(select least(card_top_up.amount, coalesce(sum(refund.amount), 0)::bigint) from card_refund as refund
        where refund.charge_id = card_top_up.charge_id and refund.status <> 'failed')`.as('refunded_total'),
    )
    .where('id', '=', id)
    .where('team_id', 'in', [...caller.teamIds])
  return (caller.ownOnly ? query.where('user_id', '=', caller.userId) : query).executeTakeFirst()
}

/** Charges whose payer's bank takes the money back, unless someone answers it. */
export const openDisputes = sql`select charge_id, created_at as at from card_dispute where status = 'open'`

export const waitingDisputes = (db: Db): Promise<Waiting> =>
  countWaiting(db, sql`select min(at) as at from (${openDisputes}) as dispute group by charge_id`)
