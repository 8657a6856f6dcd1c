import type { Selectable } from 'kysely'
import type { StoredLook } from '#server/domains/themes/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Principal } from '#server/platform/principal.ts'
import { found } from '#server/platform/problem/problem.ts'
import type { PrintableField, PrintableType } from './printable.ts'

export type PrintableRecord = Selectable<Database['printable']>
export type TemplateRecord = Omit<
  Selectable<Database['printable_template']>,
  'dynamic_data' | 'dynamic_recipient_data'
> & {
  dynamic_data: PrintableField[]
  dynamic_recipient_data: PrintableField[]
}

/** Everyone's templates and those of the caller's teams. */
const templatesInScope = (db: Db | Tx, { teamIds }: Pick<Principal, 'teamIds'>) =>
  db
    .selectFrom('printable_template')
    .selectAll()
    .where((e) => e.or([e('team_id', 'is', null), ...(teamIds.length ? [e('team_id', 'in', [...teamIds])] : [])]))

export async function listTemplates(db: Db, caller: Principal, type: PrintableType | null): Promise<TemplateRecord[]> {
  let query = templatesInScope(db, caller)
  if (type) query = query.where('type', '=', type)
  return (await query.orderBy('position').orderBy('id').execute()) as unknown as TemplateRecord[]
}

/** @throws not_found for another team's */
export const templateInScope = async (db: Db | Tx, caller: Principal, id: string): Promise<TemplateRecord> =>
  found(
    (await templatesInScope(db, caller).where('id', '=', id).executeTakeFirst()) as TemplateRecord | undefined,
    'printable template',
  )

export const templateById = async (db: Db | Tx, id: string): Promise<TemplateRecord> =>
  (await db
    .selectFrom('printable_template')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as unknown as TemplateRecord

/** What a purchase prints. The caller has looked whose purchase it is. */
export const findPrintable = (db: Db | Tx, transactionId: string): Promise<PrintableRecord | undefined> =>
  db.selectFrom('printable').selectAll().where('transaction_id', '=', transactionId).executeTakeFirst()

/** What a purchase was bought with; none where it named no theme of the team's. */
export const lookOfPurchase = async (db: Db | Tx, transactionId: string): Promise<StoredLook | undefined> =>
  (
    await db
      .selectFrom('transaction')
      .innerJoin('theme_look', 'theme_look.id', 'transaction.look_id')
      .select('theme_look.look')
      .$castTo<{ look: StoredLook }>()
      .where('transaction.id', '=', transactionId)
      .executeTakeFirst()
  )?.look

/** As findPrintable, its row taken. */
export const lockPrintable = (
  tx: Tx,
  by: { id: string } | { transactionId: string },
): Promise<PrintableRecord | undefined> => {
  const query = tx.selectFrom('printable').selectAll().forUpdate()
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('transaction_id', '=', by.transactionId)
  ).executeTakeFirst()
}

export interface ReceiverRecord {
  templateData: Record<string, string>
  printedVersion: number | null
}

/** Whom the cards of a purchase are for, by gift. */
export async function loadReceivers(db: Db | Tx, transactionId: string): Promise<Map<string, ReceiverRecord>> {
  const rows = await db
    .selectFrom('printable_receiver')
    .select(['huggg_id', 'template_data', 'printed_version'])
    .where('transaction_id', '=', transactionId)
    .execute()
  return new Map(
    rows.map((row) => [
      row.huggg_id,
      { templateData: row.template_data as Record<string, string>, printedVersion: row.printed_version },
    ]),
  )
}
