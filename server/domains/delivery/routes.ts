import type { Delivery } from '#contract/delivery/delivery.ts'
import * as contract from '#contract/delivery/delivery.ts'
import * as themes from '#contract/themes/themes.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { findGift, giftByShortcode, hugggInScope } from '#server/domains/hugggs/gifts/index.ts'
import { transactionInScope } from '#server/domains/purchases/record/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { command, type RequestInfo, type Route, read } from '#server/platform/http/route.ts'
import type { Posy } from '#server/platform/posy.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import type { SignedRequest } from '#server/providers/twilio/types.ts'
import { askForGifts } from './ask-for-gifts.ts'
import { heldGifts } from './held-gifts.ts'
import { optOutByCode, setOptOutByCode } from './messages/contact-address.ts'
import { remindPicked, resendPicked } from './picked-gifts.ts'
import { previewBrandEmail } from './preview-brand-email.ts'
import { deriveDeliveryStatus, listGiftMessages, whyNothingIsSent } from './queries.ts'
import { stopReminders } from './queue-reminders.ts'
import { receiveEmailEvents } from './receive-email-events.ts'
import { receiveTextReply, receiveTextReport } from './receive-texts.ts'
import { type Reminded, remindUnopened } from './remind-by-hand.ts'
import { resend } from './resend.ts'
import { findGifts } from './sought-gifts.ts'

async function serializeDelivery(posy: Posy, db: Db | Tx, hugggId: string): Promise<Delivery> {
  const latest = (await deriveDeliveryStatus(db, [hugggId])).get(hugggId)!
  const messages = await listGiftMessages(db, hugggId)
  return {
    hugggId,
    deliveryStatus: latest.status,
    deliveryStatusUpdatedAt: isoOrNull(latest.updatedAt),
    held: (await heldGifts(db, { hugggId }))[0] ?? null,
    unreachable: await whyNothingIsSent(posy, db, hugggId),
    messages: messages.map(({ id, channel, template, to, status, attempts, created_at, sent_at }) => ({
      id,
      channel,
      kind: template === 'gift' ? 'gift' : 'reminder',
      to,
      status,
      attempts,
      createdAt: iso(created_at),
      sentAt: isoOrNull(sent_at),
    })),
  }
}

const outcome = ({ changed, refused }: Reminded) => ({
  data: { changed, refused: refused.map(({ hugggId, why }) => ({ huggg_id: hugggId, reason: why })) },
})

export const deliveryRoutes: Route[] = [
  read(themes.previewBrandEmail, async ({ posy, caller, body }) => ({
    data: await previewBrandEmail(posy, caller, body),
  })),
  read(contract.getDelivery, async ({ posy, db, caller, params }) => {
    const gift = await hugggInScope(db, caller, params.id)
    return { data: await serializeDelivery(posy, db, gift.id) }
  }),
  read(contract.listHeldGifts, async ({ db, caller, params }) => {
    const { id } = await transactionInScope(db, caller, params.id)
    return { data: await heldGifts(db, { transactionId: id }) }
  }),
  command(contract.resendHuggg, async ({ work, caller, params }) => {
    const gift = await hugggInScope(work.tx, caller, params.id)
    await resend(work, caller, gift.id)
    await work.audit('huggg.resent', { kind: 'huggg', id: gift.id }, { teamId: gift.team_id })
    return { data: await serializeDelivery(work.posy, work.tx, gift.id) }
  }),
  command(contract.remindTransactionHugggs, async ({ work, caller, params }) => {
    const { id, team_id: teamId } = await transactionInScope(work.tx, caller, params.id)
    const { changed, refused } = await remindUnopened(work, { transactionId: id, teamId })
    await work.audit('transaction.reminded', { kind: 'transaction', id }, { teamId, detail: { changed } })
    return outcome({ changed, refused })
  }),
  command(contract.remindHugggs, async ({ work, caller, body }) =>
    outcome(await remindPicked(work, caller, [...new Set(body.hugggIds)])),
  ),
  command(contract.resendHugggs, async ({ work, caller, body }) =>
    outcome(await resendPicked(work, caller, [...new Set(body.hugggIds)])),
  ),
  command(
    contract.stopGiftReminders,
    async ({ work, params }) => {
      const gift = found(await giftByShortcode(work.tx, params.shortcode), 'gift')
      await stopReminders(work, gift.id)
      return { success: true }
    },
    {
      before: async ({ posy, params, request }) => {
        await findGift(posy, request.address, params.shortcode)
      },
    },
  ),
  read(contract.askForGifts, async ({ posy, body, request }) => {
    const { address: clientAddress, requestId } = request
    await askForGifts(posy, { email: body.email, phoneNumber: body.phone_number, clientAddress, requestId })
    return { success: true }
  }),
  read(contract.findGifts, async ({ posy, body, request }) => {
    const { address: clientAddress, requestId } = request
    await findGifts(posy, { email: body.email, phoneNumber: body.phone_number, clientAddress, requestId })
    return { success: true }
  }),
  read(contract.getTextPreference, async ({ db, params }) => {
    const { isStopped } = found(await optOutByCode(db, params.code.toLowerCase()), 'link')
    return { data: { stopped: isStopped } }
  }),
  command(contract.setTextPreference, async ({ work, params, body }) => {
    if (!(await setOptOutByCode(work, params.code.toLowerCase(), body.stopped))) throw notFound('link')
    return { data: { stopped: body.stopped } }
  }),
  read(contract.receiveTextReport, async ({ posy, params, request }) => {
    await receiveTextReport(posy, params.messageId, signedRequest(request))
    return null
  }),
  read(contract.receiveEmailEvents, async ({ posy, request: { rawBody, headers } }) => {
    await receiveEmailEvents(posy, {
      rawBody,
      signature: headers.get('x-twilio-email-event-webhook-signature'),
      timestamp: headers.get('x-twilio-email-event-webhook-timestamp'),
    })
    return null
  }),
  read(contract.receiveTextReply, async ({ posy, request }) => {
    await receiveTextReply(posy, signedRequest(request))
    return null
  }),
]

const signedRequest = ({ url, rawBody, headers }: RequestInfo): SignedRequest => ({
  url: url.href,
  rawBody,
  signature: headers.get('x-twilio-signature'),
})
