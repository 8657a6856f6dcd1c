import * as emails from '#contract/orders/draft-email.ts'
import * as contract from '#contract/orders/orders.ts'
import * as listContract from '#contract/orders/recipient-list.ts'
import * as repeats from '#contract/orders/repeat.ts'
import { offsetPage } from '#server/platform/http/page.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { countTestEmail, previewEmail, sendTestEmail } from './draft-email.ts'
import { keepRecipients } from './keep-recipients.ts'
import { orderInScope, ordersPage, ordersWithTyped, typedRecipients } from './queries.ts'
import { repeatPurchase } from './repeat-purchase.ts'
import { changeOrder, deleteOrder, saveOrder } from './save-order.ts'
import { serializeOrder, serializeRecipientList } from './serialize.ts'

export const orderRoutes: Route[] = [
  read(contract.listOrders, async ({ db, caller, query, request }) => {
    const bought = query.bought && query.bought === 'true'
    const { orders, total } = await ordersPage(db, caller, { ...query, bought })
    return offsetPage(orders.map(serializeOrder), total, { ...query, url: request.url })
  }),
  command(contract.createOrder, async ({ work, caller, body }) => {
    const id = await saveOrder(work, caller, body)
    return { data: serializeOrder(await orderInScope(work.tx, caller, id)) }
  }),
  read(contract.getOrder, async ({ db, caller, params }) => ({
    data: serializeOrder(await orderInScope(db, caller, params.id)),
  })),
  command(contract.updateOrder, async ({ work, caller, params, body }) => {
    await changeOrder(work, caller, params.id, body)
    return { data: serializeOrder(await orderInScope(work.tx, caller, params.id)) }
  }),
  command(contract.deleteOrder, async ({ work, caller, params }) => {
    await deleteOrder(work, caller, params.id)
    return { data: { id: params.id } }
  }),
  read(emails.previewOrderEmail, async ({ posy, caller, params }) => ({
    data: await previewEmail(posy, caller, params.id),
  })),
  command(
    emails.sendOrderTestEmail,
    async ({ work, caller, params }) => ({ data: { sentTo: await sendTestEmail(work, caller, params.id) } }),
    { before: async ({ posy, caller }) => countTestEmail(posy, caller) },
  ),
  command(repeats.repeatTransaction, async ({ work, caller, params }) => {
    const { order, ...told } = await repeatPurchase(work, caller, params.id)
    return { data: { order: serializeOrder(order), ...told } }
  }),
  read(listContract.listRecipientLists, async ({ db, caller }) => ({ data: await ordersWithTyped(db, caller) })),
  read(listContract.getRecipientList, async ({ db, caller, params }) => ({
    data: serializeRecipientList(await typedRecipients(db, caller, params.id)),
  })),
  command(listContract.putRecipientList, async ({ work, caller, params, body }) => {
    await keepRecipients(work, caller, params.id, body)
    return { data: serializeRecipientList(await typedRecipients(work.tx, caller, params.id)) }
  }),
]
