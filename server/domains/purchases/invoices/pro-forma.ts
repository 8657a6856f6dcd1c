import type { ProFormaInvoice } from '#contract/orders/invoices.ts'
import { productById } from '#server/domains/catalogue/index.ts'
import {
  type DocumentRecord,
  documentFileKeys,
  documentSeller,
  issueDocuments,
  latestProForma,
} from '#server/domains/documents/index.ts'
import { loadPlan, teamById } from '#server/domains/teams/team/index.ts'
import { bankAccount, walletsOfTeam } from '#server/domains/wallets/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import type { Principal } from '#server/platform/principal.ts'
import { invalidFields } from '#server/platform/problem/problem.ts'
import { proFormaContent } from '../documents/index.ts'
import { lockOpenOrder, requestFromOrder } from '../orders/index.ts'
import { loadSmsText, pricePerGift, textPence } from '../request/index.ts'

/**
 * Issues a pro forma invoice for an order that has not been bought: what it would cost now. While the order has not
 * changed since the last one, that one is the answer.
 * @throws not_found; wrong_state when it was bought; invalid_fields while it has no product
 */
export async function createProForma(work: Work, caller: Principal, orderId: string): Promise<DocumentRecord> {
  const order = await lockOpenOrder(work, caller, orderId)
  const last = await latestProForma(work.tx, orderId)
  if (last && last.issued_at >= order.updatedAt) return last
  const request = requestFromOrder(order)
  const product = request.reference ? await productById(work.tx, request.reference) : undefined
  if (!product) throw invalidFields([{ path: 'order.productId', message: 'choose a product first' }])
  const { posy, tx } = work
  const team = await teamById(tx, order.teamId)
  const plan = await loadPlan(tx, team.planId)
  const text = await loadSmsText(posy, tx, { request, userId: order.userId, teamName: team.name, plan, product })
  const bank = bankAccount(posy.config)
  const wallets = await walletsOfTeam(tx, order.teamId)
  const wallet = wallets.find((each) => each.currency === product.currency)
  const content = proFormaContent(
    {
      seller: documentSeller(posy.config),
      team,
      product,
      price: {
        ...pricePerGift(product, textPence(text)),
        text: text ? { pence: textPence(text), segments: text.segments } : undefined,
        faceVatBasisPoints: product.vatVoucherType === 'SPV' ? product.vatBasisPoints : null,
      },
      quantity: request.quantity,
      currency: product.currency,
      purchaseOrderNumber: request.purchaseOrderNumber ?? null,
      reasonCode: request.reasonCode ?? null,
    },
    bank && wallet ? { bank, reference: wallet.reference } : null,
  )
  const { teamId, userId } = order
  const draftDocument = { kind: 'pro-forma' as const, teamId, userId, subject: { orderId }, content }
  const [document] = await issueDocuments(work, [draftDocument], { draw: true })
  return document!
}

/** A pro forma invoice on the wire. */
export const serializeProForma = async (
  posy: Posy,
  caller: Principal,
  document: DocumentRecord,
): Promise<ProFormaInvoice> => ({
  id: document.id,
  orderId: document.order_id!,
  teamId: document.team_id,
  userId: document.user_id,
  status: document.object_key ? 'processed' : 'queued',
  files: await documentFileKeys(posy, caller, [document]),
})
