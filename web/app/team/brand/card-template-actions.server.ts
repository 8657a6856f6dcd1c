import { printableLayouts } from '#contract/printables/printables.ts'
import { choice, exactText, file, readForm, text, ticked } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { type Failure, toFormFailure } from '#web/ui/kit/failure.ts'
import { readFieldLines, withAddress } from './card-fields.ts'

/** As many fields as the API takes in a list. */
const MOST_FIELDS = 20

/** What the API says of one field stands at the lines that it was read from. */
const lines = Object.fromEntries(
  Object.entries({ dynamicRecipientData: 'recipientFields', dynamicData: 'sharedFields' }).flatMap(([list, name]) => [
    [list, name],
    ...Array.from({ length: MOST_FIELDS }, (_, at) =>
      ['name', 'label', 'placeholder', 'defaultValue'].map((part) => [`${list}.${at}.${part}`, name]),
    ).flat(),
  ]),
)

/** Saves the template that the form describes; null makes one. */
export async function saveCardTemplate(
  session: Session,
  id: string | null,
  form: FormData,
): Promise<{ id: string; failure?: never } | { failure: Failure; id?: never }> {
  const read = readForm(form, {
    ...{ name: exactText, body: exactText, layout: choice(...printableLayouts) },
    ...{ recipientFields: text, sharedFields: text },
    ...{ logoFile: file, logoGone: ticked },
  })
  const kept =
    read.logoFile && (await session.api.createUpload({ query: { kind: 'logo' }, body: { file: read.logoFile } }))
  if (kept && !kept.ok) return { failure: toFormFailure(kept.problem, form, { file: 'logoFile' }) }
  const before = id ? session.unwrap(await session.api.getPrintableTemplate({ params: { id } })).data : null
  const layout = read.layout ?? 'card'
  const fields = readFieldLines(read.recipientFields, before?.dynamicRecipientData ?? [])
  const body = {
    ...{ name: read.name, layout, body: read.body },
    dynamicRecipientData: layout === 'letter' ? withAddress(fields) : fields,
    dynamicData: readFieldLines(read.sharedFields, before?.dynamicData ?? []),
    logo: kept?.ok ? kept.value.data.key : read.logoGone ? null : undefined,
  }
  const saved = id
    ? await session.api.updatePrintableTemplate({ params: { id }, body })
    : await session.api.createPrintableTemplate({ body })
  return saved.ok
    ? { id: saved.value.data.id }
    : { failure: toFormFailure(saved.problem, form, { ...lines, logo: 'logoFile' }) }
}
