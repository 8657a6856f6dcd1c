import type { HugggOrder } from '#contract/orders/orders.ts'
import { sampleValues } from '#web/app/activity/cards/sample-values.ts'
import type { Session } from '#web/session/session.ts'
import { defaultSenderName } from '../load-draft.server.ts'

/** The designs that a draft of printed cards can have, and the one that it has; null for other drafts. */
export async function cardDesigns(
  session: Session,
  {
    deliveryMethod,
    productId,
    printableTemplateId,
  }: Pick<HugggOrder, 'deliveryMethod' | 'productId' | 'printableTemplateId'>,
) {
  if (deliveryMethod !== 'printable' || !productId) return null
  const listed = await session.api.listPrintableTemplates({ query: { productId } })
  const templates = listed.ok ? listed.value.data : []
  const chosen = templates.find(({ id }) => id === printableTemplateId) ?? templates[0]
  return chosen ? { templates, chosen, productId } : null
}

/** The designs that a draft of printed cards can have, and a card of the chosen one as it would be printed; null for other drafts. */
export async function loadDesigns(session: Session, order: HugggOrder) {
  const designs = await cardDesigns(session, order)
  if (!designs) return null
  const { templates, chosen, productId } = designs
  const { themeId } = order
  const { dynamicData, dynamicRecipientData } = chosen
  const said: Record<string, string | null> = {
    message: order.message,
    from: order.fromName ?? defaultSenderName(session),
  }
  const values = Object.fromEntries(dynamicData.flatMap(({ name }) => (said[name] ? [[name, said[name]]] : [])))
  const labels = new Map(dynamicData.map(({ name, label }) => [`data.${name}`, label]))
  const drawn = await session.api.createPrintablePreview({
    body: {
      ...{ templateId: chosen.id, productId, themeId: themeId ?? undefined, format: 'svg' },
      data: { ...sampleValues(dynamicData), ...values },
      templateData: sampleValues(dynamicRecipientData),
    },
  })
  return {
    productId,
    chosenId: chosen.id,
    designs: templates.map(({ id, name, layout, dateModified }) => ({ id, name, layout, dateModified })),
    card: {
      picture: drawn.ok ? new URL(drawn.value.data.previewUrl).pathname : null,
      flaws: drawn.ok
        ? drawn.value.data.flaws.map(({ message }) => message)
        : drawn.problem.details.map(({ path, message }) => `${labels.get(path) ?? 'The card'} ${message}`),
    },
  }
}

export type Designs = NonNullable<Awaited<ReturnType<typeof loadDesigns>>>
