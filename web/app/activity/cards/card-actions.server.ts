import type { Answer } from '#contract/core/endpoint.ts'
import type { createPrintableProof } from '#contract/printables/printables.ts'
import { choice, exactText, file, readForm, text, ticked } from '#web/http/read-form.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { type Failure, invalidForm, toFormFailure } from '#web/ui/kit/failure.ts'
import { readListText } from '#web/ui/wizard/brought-list.server.ts'
import { told } from '../purchase-actions.server.ts'
import { withHeader } from './names.ts'

export type Proof = Answer<typeof createPrintableProof>['data']

/** What the page of printed cards can do: words for its reader (none where the page says all), a proof to look at, or why not. */
export const cardActions: Record<
  string,
  (session: Session, id: string, form: FormData) => Promise<string | { proof: Proof } | Failure>
> = {
  design: async (session, id, form) => {
    const { logoFile, logoGone, template, body } = readForm(form, {
      logoFile: file,
      logoGone: ticked,
      template: text,
      body: exactText,
    })
    const kept = logoFile && (await session.api.createPrintableLogo({ query: {}, body: { file: logoFile } }))
    if (kept && !kept.ok) return toFormFailure(kept.problem, form, { file: 'logoFile' })
    const logo = kept?.ok ? kept.value.data.key : logoGone ? null : undefined
    const names = [...form.keys()].filter((name) => name.startsWith('data.'))
    const values = readForm(form, Object.fromEntries(names.map((name) => [name, text])))
    return told(
      await session.api.upsertPrintable({
        params: { id },
        body: {
          templateId: readId(template),
          body,
          data: Object.fromEntries(Object.entries(values).map(([name, value]) => [name.slice('data.'.length), value])),
          logo,
        },
      }),
      () => 'Saved. Every card will look like this.',
      form,
    )
  },
  names: async (session, id, form) => {
    const { template } = session.unwrap(await session.api.getPrintable({ params: { id } })).data
    const { list, refused } = await readListText(form, 'names')
    if (refused) return invalidForm({ file: refused }, form)
    if (!list.trim()) return invalidForm({ csv: 'Is empty' }, form)
    return told(
      await session.api.setPrintableReceivers({
        params: { id },
        body: { csv: withHeader(list, template.dynamicRecipientData) },
      }),
      ({ data: { receivers, reissued } }) =>
        `${plural(receivers.length, 'card')} addressed.${
          reissued ? ` ${plural(reissued, 'card')} printed before no longer ${reissued > 1 ? 'work' : 'works'}.` : ''
        }`,
      form,
    )
  },
  proof: async (session, id) => {
    const made = await session.api.createPrintableProof({ params: { id } })
    return made.ok ? { proof: made.value.data } : toFormFailure(made.problem)
  },
  print: async (session, id, form) => {
    const { destination } = readForm(form, { destination: choice('download', 'email') })
    return told(
      await session.api.createPrintablePdf({ body: { transactionId: id, destination: destination ?? 'download' } }),
      () => '',
      form,
    )
  },
}
