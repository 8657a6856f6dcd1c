import { isDeepStrictEqual } from 'node:util'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { newId } from '#kit/ids.ts'
import { findUpload, notUploaded, showUpload } from '#server/domains/uploads/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { invalidFields, Problem } from '#server/platform/problem/problem.ts'
import type { PrintableType } from './printable.ts'
import { countOwnTemplates, isPrintedBy, lockOwnTemplate, type TemplateRecord } from './queries.ts'
import { type TemplateParts, templateFaults } from './template.ts'

const MAX_OWN_TEMPLATES = 100
/** After those that everyone has. */
const OWN_POSITION = 100

type GivenParts = { [Part in keyof TemplateParts]?: TemplateParts[Part] | undefined } & {
  logo?: string | null | undefined
}

/** Makes a template of the team acted in. @throws invalid_fields; wrong_state when it has as many as it may have */
export async function createTemplate(
  work: Work,
  caller: Principal,
  { type, logo, ...given }: TemplateParts & { type: PrintableType; logo?: string | null | undefined },
): Promise<string> {
  const { teamId } = member(caller)
  // Two at once are one after the other: they are counted together.
  await work.tx.selectFrom('team').select('id').where('id', '=', teamId).forNoKeyUpdate().execute()
  if ((await countOwnTemplates(work.tx, teamId)) >= MAX_OWN_TEMPLATES)
    throw new Problem('wrong_state', `A team has at most ${MAX_OWN_TEMPLATES} templates of its own.`, {
      help: 'Delete one that you no longer print by.',
    })
  const upload = await checked(work, caller, given, logo)
  const id = newId()
  await work.tx
    .insertInto('printable_template')
    .values({
      ...{ id, team_id: teamId, type, position: OWN_POSITION, created_at: work.at },
      ...columns(work, given),
    })
    .execute()
  if (upload) await showUpload(work, { purpose: 'template-logo', subjectId: id, upload })
  await work.audit('printable-template.created', { kind: 'printable-template', id }, { teamId })
  return id
}

/**
 * Changes a template of the team acted in. Purchases have the text that they print by, but its paper and its fields are the
 * template's: those stay once one prints by it.
 * @throws not_found; wrong_state; invalid_fields
 */
export async function changeTemplate(
  work: Work,
  caller: Principal,
  id: string,
  { logo, ...given }: GivenParts,
): Promise<void> {
  const { teamId } = member(caller)
  const before = await lockOwnTemplate(work.tx, teamId, id)
  const parts = { ...templateParts(before), ...withoutUndefined(given) }
  const isOtherForm = !isDeepStrictEqual(fixedParts(parts), fixedParts(templateParts(before)))
  if (isOtherForm && (await isPrintedBy(work.tx, id)))
    throw new Problem(
      'wrong_state',
      'Purchases print by this template: its paper and its fields can no longer change.',
      {
        help: 'Make another template.',
      },
    )
  const upload = await checked(work, caller, parts, logo)
  await work.tx.updateTable('printable_template').set(columns(work, parts)).where('id', '=', id).execute()
  if (upload !== undefined) await showUpload(work, { purpose: 'template-logo', subjectId: id, upload })
  await work.audit('printable-template.changed', { kind: 'printable-template', id }, { teamId })
}

/** Takes a template away from those that can be chosen. @throws not_found */
export async function deleteTemplate(work: Work, caller: Principal, id: string): Promise<void> {
  const { teamId } = member(caller)
  await lockOwnTemplate(work.tx, teamId, id)
  const gone = { deleted_at: work.at, updated_at: work.at }
  await work.tx.updateTable('printable_template').set(gone).where('id', '=', id).execute()
  // Purchases that print by it show its logo as before.
  if (!(await isPrintedBy(work.tx, id)))
    await showUpload(work, { purpose: 'template-logo', subjectId: id, upload: null })
  await work.audit('printable-template.deleted', { kind: 'printable-template', id }, { teamId })
}

/** The logo, undefined where nothing is said of it. @throws invalid_fields with all that is wrong */
async function checked(work: Work, caller: Principal, parts: TemplateParts, logo: string | null | undefined) {
  const wrong: ErrorDetail[] = templateFaults(parts)
  const upload = logo && (await findUpload(work.posy, work.tx, caller, logo))
  if (logo && !upload) wrong.push({ path: 'logo', message: notUploaded, code: 'not_uploaded' })
  if (upload && upload.content_type !== 'image/png')
    wrong.push({ path: 'logo', message: 'must be uploaded as a logo', code: 'not_a_logo' })
  if (wrong.length) throw invalidFields(wrong)
  return upload || (logo === null ? null : undefined)
}

const columns = ({ at }: Work, { name, layout, body, dynamicRecipientData, dynamicData = [] }: TemplateParts) => ({
  name,
  layout,
  body,
  dynamic_recipient_data: JSON.stringify(dynamicRecipientData),
  dynamic_data: JSON.stringify(dynamicData),
  updated_at: at,
})

const templateParts = ({
  name,
  layout,
  body,
  dynamic_recipient_data,
  dynamic_data,
}: TemplateRecord): TemplateParts => ({
  ...{ name, layout, body },
  ...{ dynamicRecipientData: dynamic_recipient_data, dynamicData: dynamic_data },
})
const fixedParts = ({ layout, dynamicRecipientData, dynamicData }: TemplateParts) => [
  layout,
  dynamicRecipientData,
  dynamicData,
]
const withoutUndefined = (given: GivenParts): Partial<TemplateParts> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
