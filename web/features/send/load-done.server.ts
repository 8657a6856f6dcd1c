import { data, redirect } from 'react-router'
import { isPass } from '#client/result.ts'
import type { Huggg } from '#contract/hugggs.ts'
import type { Session } from '../../session/session.ts'
import { loadOrder } from './load-draft.server.ts'
import { nextStep, stepPath } from './steps.ts'

/** As many links are shown; all of them are in the file. */
const LINKS_SHOWN = 100

/** What became of a draft that was bought, and how far the making of its gifts is. */
export async function loadDone(session: Session, orderId: string | undefined) {
  const order = await loadOrder(session, orderId)
  if (!order.transactionId) throw redirect(stepPath(order.id, nextStep(order)), 303)
  const params = { id: order.transactionId }
  const handsOut = order.deliveryMethod !== 'email'
  const [found, gifts] = await Promise.all([
    session.api.getTransaction({ params }),
    handsOut && session.can('view-huggg-status')
      ? session.api.listTransactionHugggs({ params, query: { page: 1, per_page: LINKS_SHOWN } })
      : null,
  ])
  const transaction = session.unwrap(found).data
  if (!transaction) throw data(null, { status: 404 })
  return {
    transaction,
    byEmail: !handsOut,
    asCodes: order.deliveryMethod === 'inline-redeem',
    sendDate: transaction.send_date,
    zone: order.sendZone ?? session.user?.zone ?? 'Europe/London',
    links: gifts && isPass(gifts) ? gifts.pass.data.map(linkOf) : [],
  }
}

const linkOf = ({ id, launch_url, redeem_code }: Huggg) => ({ id, url: launch_url, code: redeem_code })
