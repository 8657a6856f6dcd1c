import { type Selectable, type SqlBool, sql } from 'kysely'
import { compiledOnce } from '#server/platform/database/compiled-once.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database, RecipientTable } from '#server/platform/database/schema.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { purchaseProcessing, purchaseStatus } from './purchase-status.ts'

type TransactionRow = Selectable<Database['transaction']>
/** A purchase with what was written to its recipients. */
export type TransactionRecord = TransactionRow & {
  /** What its record's own `status` says, or failed where all its gifts were given back. */
  outcome: TransactionRow['status']
  /** What is still being done for it: its record knows of the making of its gifts alone. */
  underWay: TransactionRow['processing']
  message: string | null
  from_name: string | null
  notes: string | null
}

const withMessage = (db: Db | Tx) =>
  db
    .selectFrom('transaction')
    .leftJoin('gift_message', 'gift_message.transaction_id', 'transaction.id')
    .selectAll('transaction')
    .select(['gift_message.message', 'gift_message.from_name', 'gift_message.notes'])
    .select(sql<TransactionRow['status']>`${sql.raw(purchaseStatus('transaction'))}`.as('outcome'))
    .select(sql<TransactionRow['processing']>`${sql.raw(purchaseProcessing('transaction'))}`.as('underWay'))

const inTeams = compiledOnce(
  (db: Db | Tx, { id, teamIds, onlyOf }: { id: string; teamIds: readonly string[]; onlyOf: string | null }) =>
    withMessage(db)
      .where('transaction.id', '=', id)
      .where(sql<SqlBool>`transaction.team_id = any(${teamIds}::uuid[])`)
      .where(sql<SqlBool>`(${onlyOf}::uuid is null or transaction.user_id = ${onlyOf}::uuid)`),
)

/** @throws not_found for another team's, and for a colleague's where the caller sees only their own */
export async function transactionInScope(db: Db | Tx, caller: Principal, id: string): Promise<TransactionRecord> {
  const { teamIds, ownOnly, userId } = caller
  if (ownOnly && !userId) throw notFound('transaction')
  return found((await inTeams(db, { id, teamIds, onlyOf: ownOnly ? userId : null }))[0], 'transaction')
}

/** Purchases by their ids, which the caller may see. */
export async function transactionsByIds(db: Db | Tx, ids: readonly string[]): Promise<Map<string, TransactionRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await withMessage(db)
    .where('transaction.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Takes the purchase's row for this transaction, so that two bulk changes follow one another. */
export const lockTransaction = (tx: Tx, id: string): Promise<TransactionRow | undefined> =>
  tx.selectFrom('transaction').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** As lockTransaction, for what is done to all gifts of a purchase; whether some of them are still being made. */
export async function lockFinishedTransaction(tx: Tx, id: string): Promise<{ isMaking: boolean }> {
  const row = await tx
    .selectFrom('transaction')
    .select('processing')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return { isMaking: row?.processing === 'creating' }
}

/** Takes the rows of purchases, in the order of their ids: before those of their gifts. */
export const lockPurchases = (tx: Tx, ids: readonly string[]): Promise<{ id: string; wallet_id: string }[]> =>
  tx
    .selectFrom('transaction')
    .select(['id', 'wallet_id'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The oldest purchase that has neither receipt nor invoice yet. */
export const nextAwaitingDocument = sql<Date | null>`select min(created_at) from transaction where awaits_document`

/** Takes purchases that await their document, oldest first; those someone else is issuing for are left to them. */
export const takeAwaitingDocument = async (tx: Tx, limit: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('transaction')
      .select('id')
      .where('awaits_document', '=', true)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
  ).map((row) => row.id)

type LetterRecipient = Pick<Selectable<RecipientTable>, 'id' | 'user_id' | 'email' | 'phone_number' | 'name' | 'notes'>
/** What a purchase says, and to whom. */
export interface Letter {
  message: string | null
  from_name: string | null
  notes: string | null
  recipients: LetterRecipient[]
}

/** What purchases say to their recipients, who are in the order they were given in. */
export async function lettersOfPurchases(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Letter>> {
  if (ids.length === 0) return new Map()
  const messages = await db
    .selectFrom('gift_message')
    .select(['transaction_id', 'message', 'from_name', 'notes'])
    .where('transaction_id', 'in', [...ids])
    .execute()
  const recipients = await db
    .selectFrom('recipient')
    .select(['id', 'transaction_id', 'user_id', 'email', 'phone_number', 'name', 'notes'])
    .where('transaction_id', 'in', [...ids])
    .where('ordinal', 'is not', null)
    .orderBy('transaction_id')
    .orderBy('ordinal')
    .execute()
  const byPurchase = Map.groupBy(recipients, (recipient) => recipient.transaction_id)
  const messageByPurchase = new Map(messages.map((each) => [each.transaction_id, each]))
  return new Map(
    ids.map((id) => {
      const { message = null, from_name = null, notes = null } = messageByPurchase.get(id) ?? {}
      return [id, { message, from_name, notes, recipients: byPurchase.get(id) ?? [] }]
    }),
  )
}

export async function receiversByIds(db: Db | Tx, recipientIds: readonly string[]) {
  const rows = await db
    .selectFrom('recipient')
    .select(['id', 'email', 'phone_number', 'user_id', 'name'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...recipientIds]))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
