import { data, redirect } from 'react-router'
import type { Huggg } from '#contract/hugggs/hugggs.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { undelivered } from '#web/app/activity/labels.ts'
import { paths } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { loadOrder } from '../load-draft.server.ts'
import { goesToPeople, messageLabels, nextSendStep } from '../steps.ts'

/** As many links are shown; all of them are in the file. */
const LINKS_SHOWN = 100

/** What happened to a draft that was bought, and how far the making of its gifts is. */
export async function loadDone(session: Session, orderId: string | undefined) {
  const order = await loadOrder(session, orderId)
  if (order.approval === 'pending') throw redirect(paths.approval(order.id), 303)
  if (!order.transactionId) throw redirect(paths.draftStep(order.id, nextSendStep(order)), 303)
  const params = { id: order.transactionId }
  if (order.type === 'superhuggg') {
    const bought = session.unwrap(await session.api.getTransaction({ params })).data
    throw redirect(bought.super_url_id ? paths.shareable(bought.super_url_id) : paths.purchase(bought.id), 303)
  }
  const { deliveryMethod } = order
  const messages = goesToPeople(deliveryMethod) ? messageLabels[deliveryMethod] : null
  const [found, gifts, failed] = await Promise.all([
    session.api.getTransaction({ params }),
    !messages && deliveryMethod !== 'printable' && session.can('view-huggg-status')
      ? session.api.listTransactionHugggs({ params, query: { page: 1, per_page: LINKS_SHOWN } })
      : null,
    messages && session.can('view-huggg-status')
      ? session.api.searchHugggs({
          body: { query: { filters: { ...undelivered, transactionIds: [order.transactionId] }, size: 1 } },
        })
      : null,
  ])
  const transaction = session.unwrap(found).data
  if (!transaction) throw data(null, { status: 404 })
  return {
    orderId: order.id,
    transaction,
    /** What leaves to each recipient; null where the sender hands gifts out. */
    messages,
    /** How many are known not to have arrived. */
    undelivered: failed?.ok ? failed.value.data.total : 0,
    isPrinted: deliveryMethod === 'printable',
    asCodes: deliveryMethod === 'inline-redeem',
    sendDate: transaction.send_date,
    zone: order.sendZone ?? session.user?.zone ?? BUSINESS_ZONE,
    links: gifts?.ok ? gifts.value.data.flatMap(giftLinks) : [],
  }
}

/** Where the team's rules let its link leave. */
const giftLinks = ({ id, launch_url, redeem_code }: Huggg) =>
  launch_url === null ? [] : [{ id, url: launch_url, code: redeem_code }]
