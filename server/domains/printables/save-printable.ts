import type { ErrorDetail } from '#contract/core/errors.ts'
import { newId } from '#kit/ids.ts'
import { type ProductRecord, productById } from '#server/domains/catalogue/index.ts'
import { transactionInScope } from '#server/domains/purchases/record/index.ts'
import { findUpload, notUploaded, showUpload, type UploadRecord } from '#server/domains/uploads/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { findUnprintable } from '#server/platform/pdf/fonts.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { fieldsIn } from './markdown.ts'
import { BUILT_IN_FIELDS, type PrintableType } from './printable.ts'
import { holdTemplate, lockPrintable, type TemplateRecord, templateInScope } from './queries.ts'

export interface Printing {
  logo?: string | null | undefined
  body?: string | undefined
  productId?: string | undefined
  templateId: string
  data?: Record<string, string> | undefined
}
export interface ReadyPrinting {
  template: TemplateRecord
  body: string
  data: Record<string, string>
  /** Undefined: as it was. */
  logo: UploadRecord | null | undefined
}

/** Which templates suit a product: by how it is paid out. */
export function typeFor({ config }: Posy, { voucherType, brandId }: ProductRecord): PrintableType {
  if (voucherType === 'post-office' || config.shop.postOfficeBrandIds.includes(brandId)) return 'post-office'
  return voucherType === 'paypoint' ? 'paypoint' : 'huggg'
}

/** What a letter says of how a gift is paid out must be so. */
export async function templateMisfit(
  posy: Posy,
  db: Db | Tx,
  { template, productId }: { template: TemplateRecord; productId: string },
): Promise<ErrorDetail[]> {
  if (template.type === typeFor(posy, found(await productById(db, productId), 'product'))) return []
  const message = 'is for gifts that are paid out in another way'
  return [{ path: 'templateId', message, code: 'other_kind_of_gift' }]
}

/** @throws invalid_fields for another product than the purchase's */
export function requireBought(given: Printing, { product_id }: { product_id: string | null }): void {
  if (given.productId && given.productId !== product_id)
    throw invalidFields([{ path: 'productId', message: 'is not what was bought', code: 'not_bought' }])
}

/**
 * What is to be printed, checked whole, for the product that is printed (null: none is known). A template that the purchase has
 * `kept` may have been deleted since.
 * @throws not_found for a template; invalid_fields with all that is wrong
 */
export async function checkPrinting(
  posy: Posy,
  db: Db | Tx,
  caller: Principal,
  { logo, templateId, ...given }: Printing,
  productId: string | null,
  kept?: string,
): Promise<ReadyPrinting> {
  const template = await templateInScope(db, caller, templateId, kept)
  const wrong = productId ? await templateMisfit(posy, db, { template, productId }) : []
  const body = given.body?.trim() ? given.body : template.body
  const data = given.data ?? {}
  const known = new Set(
    [...template.dynamic_data, ...template.dynamic_recipient_data].map(({ name }) => name).concat(BUILT_IN_FIELDS),
  )
  for (const name of fieldsIn(body))
    if (!known.has(name))
      wrong.push({ path: 'body', message: `{{${name}}} is no field of this template`, code: 'unknown_field' })
  const letter = findUnprintable(body)
  if (letter) wrong.push({ path: 'body', message: `holds ${letter}, which cannot be printed`, code: 'unprintable' })
  for (const name of Object.keys(data))
    if (!template.dynamic_data.some((field) => field.name === name))
      wrong.push({ path: `data.${name}`, message: 'is no field of this template', code: 'unknown_field' })
  for (const { name, label, optional, defaultValue } of template.dynamic_data) {
    if (!optional && !defaultValue && !data[name]?.trim())
      wrong.push({ path: `data.${name}`, message: `${label} is missing`, code: 'missing' })
    const sign = findUnprintable(data[name] ?? '')
    if (sign)
      wrong.push({ path: `data.${name}`, message: `holds ${sign}, which cannot be printed`, code: 'unprintable' })
  }
  const upload = logo && (await findUpload(posy, db, caller, logo))
  if (logo && !upload) wrong.push({ path: 'logo', message: notUploaded, code: 'not_uploaded' })
  if (upload && upload.content_type !== 'image/png')
    wrong.push({ path: 'logo', message: 'must be uploaded as a logo', code: 'not_a_logo' })
  if (wrong.length) throw invalidFields(wrong)
  return { template, body, data, logo: upload || (logo === null ? null : undefined) }
}

/**
 * Says how a purchase is printed. A PDF that was made before is outdated from then on.
 * @throws not_found; wrong_state for a purchase that is not printed; invalid_fields
 */
export async function savePrintable(
  work: Work,
  caller: Principal,
  transactionId: string,
  given: Printing,
): Promise<void> {
  const { userId } = member(caller)
  const transaction = await transactionInScope(work.tx, caller, transactionId)
  if (transaction.delivery_method !== 'printable')
    throw new Problem('wrong_state', 'The gifts of this purchase are not printed.', {
      help: 'Buy with the delivery method printable to print gifts.',
    })
  requireBought(given, transaction)
  const before = await lockPrintable(work.tx, { transactionId })
  await holdTemplate(work.tx, given.templateId)
  const ready = await checkPrinting(work.posy, work.tx, caller, given, transaction.product_id, before?.template_id)
  const id = before?.id ?? newId()
  const values = {
    template_id: ready.template.id,
    body: ready.body,
    data: JSON.stringify(ready.data),
    updated_at: work.at,
  }
  if (before)
    await work.tx
      .updateTable('printable')
      .set({ ...values, version: before.version + 1, ...outdated(before.file_status) })
      .where('id', '=', id)
      .execute()
  else
    await work.tx
      .insertInto('printable')
      .values({
        id,
        transaction_id: transactionId,
        team_id: transaction.team_id,
        user_id: userId,
        created_at: work.at,
        ...values,
      })
      .execute()
  if (ready.logo !== undefined) await showUpload(work, { purpose: 'printable-logo', subjectId: id, upload: ready.logo })
  await work.audit('printable.saved', { kind: 'transaction', id: transactionId }, { teamId: transaction.team_id })
}

/** What a change does to the PDF: one that is being made is made again, one that is there is of an older version. */
export const outdated = (status: string) =>
  status === 'queued' || status === 'making' ? {} : { file_status: 'none' as const, file_error: null }
