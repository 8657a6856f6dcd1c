import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'

export type DocumentRecord = Selectable<Database['document']>

/** Documents of a purchase in the order they were issued. The caller has looked whose purchase it is. */
export const documentsOfTransaction = (db: Db | Tx, transactionId: string): Promise<DocumentRecord[]> =>
  db
    .selectFrom('document')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()

/** Documents of budgets' periods. The caller has looked whose budgets they are. */
export const documentsOfPeriods = (db: Db | Tx, budgetInvoiceIds: readonly string[]): Promise<DocumentRecord[]> =>
  budgetInvoiceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('document')
        .selectAll()
        .where('budget_invoice_id', 'in', [...budgetInvoiceIds])
        .orderBy('id')
        .execute()

/** The invoice of a plan and its credit notes, in the order they were issued. The caller has looked whose they are. */
export const documentsOfPlanInvoices = (db: Db | Tx, planInvoiceIds: readonly string[]): Promise<DocumentRecord[]> =>
  planInvoiceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('document')
        .selectAll()
        .where('plan_invoice_id', 'in', [...planInvoiceIds])
        .orderBy('issued_at')
        .orderBy('id')
        .execute()

/** The latest pro forma invoice of an order. The caller has looked whose order it is. */
export const latestProForma = (db: Db | Tx, orderId: string): Promise<DocumentRecord | undefined> =>
  db
    .selectFrom('document')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const documentById = (db: Db | Tx, id: string): Promise<DocumentRecord | undefined> =>
  db.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirst()
