import type { z } from 'zod'
import type { PrintableTemplate, PrintableTransaction } from '#contract/printables/printables.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { type UploadRecord, uploadUrl, uploadUsedBy } from '#server/domains/uploads/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { printedLink } from './links.ts'
import { loadCardBrand } from './load-job.ts'
import { type PrintableRecord, type TemplateRecord, templateById } from './queries.ts'

export const serializeTemplate = (
  posy: Posy,
  template: TemplateRecord,
  logo?: UploadRecord,
): z.infer<typeof PrintableTemplate> => ({
  id: template.id,
  name: template.name,
  teamId: template.team_id,
  public: template.team_id === null,
  type: template.type,
  layout: template.layout,
  logo: logo?.id ?? null,
  logoUrl: logo ? uploadUrl(posy, logo) : null,
  body: template.body,
  dynamicRecipientData: template.dynamic_recipient_data,
  dynamicData: template.dynamic_data,
  dateCreated: iso(template.created_at),
  dateModified: iso(template.updated_at),
})

/** The link to a PDF of the present version, for anyone who asks. */
export const fileLink = (posy: Posy, caller: Principal, { id, ...printable }: PrintableRecord): string | null =>
  printable.file_status === 'ready' && printable.file_version === printable.version
    ? printedLink(posy, caller, { printableId: id, version: printable.version })
    : null

export async function serializePrintable(
  posy: Posy,
  caller: Principal,
  printable: PrintableRecord,
): Promise<z.infer<typeof PrintableTransaction>> {
  const template = await templateById(posy.db, printable.template_id)
  const templateLogo = await uploadUsedBy(posy.db, 'template-logo', template.id)
  const { logo } = await loadCardBrand(posy.db, printable)
  return {
    id: printable.id,
    transactionId: printable.transaction_id,
    body: printable.body,
    data: printable.data as Record<string, string>,
    logo: logo ? uploadUrl(posy, logo) : null,
    logoKey: logo?.id ?? null,
    file: fileLink(posy, caller, printable),
    fileStatus: printable.file_status,
    fileError: printable.file_error,
    fileSentAt: isoOrNull(printable.file_sent_at),
    progress: { made: printable.cards_made, total: printable.cards_total },
    teamId: printable.team_id,
    userId: printable.user_id,
    version: printable.version,
    onCompletionEmail: printable.notify_user_id !== null,
    template: serializeTemplate(posy, template, templateLogo),
    templateId: printable.template_id,
    dateCreated: iso(printable.created_at),
    dateModified: iso(printable.updated_at),
  }
}
