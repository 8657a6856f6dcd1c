import { type Selectable, sql } from 'kysely'
import { brandTeams, type StoredLook } from '#server/domains/themes/index.ts'
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

/** Everyone's templates, those of the caller's teams and the parent's, which its subteams inherit. */
async function templatesInScope(db: Db | Tx, caller: Principal) {
  const teamIds = await brandTeams(db, caller)
  const query = db.selectFrom('printable_template').selectAll().$castTo<TemplateRecord>()
  return { query: query.where((e) => e.or([e('team_id', 'is', null), e('team_id', 'in', teamIds)])) }
}

export async function listTemplates(db: Db, caller: Principal, type: PrintableType | null): Promise<TemplateRecord[]> {
  let { query } = await templatesInScope(db, caller)
  query = query.where('deleted_at', 'is', null)
  if (type) query = query.where('type', '=', type)
  return query.orderBy('position').orderBy('created_at').orderBy('id').execute()
}

/** @throws not_found for another team's, and for one that was deleted unless it is `kept` by what prints by it */
export async function templateInScope(
  db: Db | Tx,
  caller: Principal,
  id: string,
  kept?: string,
): Promise<TemplateRecord> {
  let { query } = await templatesInScope(db, caller)
  if (id !== kept) query = query.where('deleted_at', 'is', null)
  return found(await query.where('id', '=', id).executeTakeFirst(), 'printable template')
}

/** Whether there is a template that the caller's team can print by. */
export async function hasTemplate(db: Db | Tx, caller: Principal, id: string): Promise<boolean> {
  const { query } = await templatesInScope(db, caller)
  return (await query.where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()) !== undefined
}

/** Holds a template as it is until what prints by it is stored. */
export const holdTemplate = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('printable_template').select('id').where('id', '=', id).forShare().executeTakeFirst()
}

/** A template of the team acted in, its row taken. @throws not_found */
export const lockOwnTemplate = async (tx: Tx, teamId: string, id: string): Promise<TemplateRecord> =>
  found(
    await tx
      .selectFrom('printable_template')
      .selectAll()
      .$castTo<TemplateRecord>()
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
    'printable template',
  )

export const countOwnTemplates = async (tx: Tx, teamId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('printable_template')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const isPrintedBy = async (tx: Tx, templateId: string): Promise<boolean> =>
  (await tx.selectFrom('printable').select('id').where('template_id', '=', templateId).limit(1).executeTakeFirst()) !==
  undefined

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
