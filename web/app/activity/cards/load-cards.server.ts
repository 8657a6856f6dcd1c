import { data } from 'react-router'
import type { Transaction } from '#contract/orders/transactions.ts'
import { readId } from '#web/http/read-id.ts'
import type { Session } from '#web/session/session.ts'

/** How the gifts of a purchase are printed, whom each card is for, and how far the PDF is. */
export async function loadCards(session: Session, given: string | undefined, url: URL) {
  const params = { id: readId(given) }
  const [found, saved, listed] = await Promise.all([
    session.api.getTransaction({ params, query: { embed: ['purchase'] } }),
    session.api.getPrintable({ params }),
    session.api.listPrintableReceivers({ params }),
  ])
  const transaction = session.unwrap(found).data
  if (transaction.delivery_method !== 'printable') throw data(null, { status: 404 })
  const printable = saved.ok ? saved.value.data : null
  const templates = session.unwrap(
    await session.api.listPrintableTemplates({ query: { productId: transaction.product_id ?? undefined } }),
  ).data
  const wanted =
    url.searchParams.get('template') ?? printable?.templateId ?? (await designOfOrder(session, transaction))
  // One that was deleted since is kept by the purchases that print by it.
  const kept = printable?.templateId === wanted ? printable?.template : undefined
  const template = templates.find(({ id }) => id === wanted) ?? kept ?? templates[0]
  if (!template) throw data(null, { status: 404 })
  const product = transaction.embedded?.purchase
  return {
    transaction,
    title: transaction.title ?? (product && 'name' in product ? String(product.name) : 'Purchase'),
    templates,
    template,
    printable,
    /** Whether what is shown is what is saved. */
    isSaved: printable?.templateId === template.id,
    receivers: listed.ok ? listed.value.data : [],
  }
}

/** What was chosen before it was bought. */
async function designOfOrder(session: Session, { order_id: id }: Transaction): Promise<string | null> {
  const order = id ? await session.api.getOrder({ params: { id } }) : null
  return order?.ok && order.value.data.type !== 'superhuggg' ? order.value.data.printableTemplateId : null
}

export type Cards = Awaited<ReturnType<typeof loadCards>>
