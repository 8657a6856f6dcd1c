import { readMobileNumber } from '#kit/phone.ts'
import { asSystem, type Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { SignedRequest, Sms } from '#server/providers/twilio/types.ts'
import { applyReports } from './apply-report.ts'
import { blockAddress, unblockAddress } from './messages/contact-address.ts'
import { readWish } from './text-reply.ts'

/** @throws not_found where the installation sends no texts */
function requireSms(posy: Posy): Sms {
  if (!posy.providers.sms) throw new Problem('not_found', 'This installation sends no texts.')
  return posy.providers.sms
}

const forged = () => new Problem('unauthenticated', 'The signature is not right.')

/** Takes the provider's report of one text. @throws unauthenticated (401) for a signature that is not the provider's */
export async function receiveTextReport(posy: Posy, messageId: string, request: SignedRequest): Promise<void> {
  const report = await requireSms(posy).readReport(request)
  if (report === 'forged') throw forged()
  if (!report) return
  const { providerId, status, reason } = report
  const key = `twilio/${providerId}/${status}`
  await applyReports(posy, [
    { key, messageId, channel: 'sms', status, providerId, reason: reason && `Twilio ${reason}`, block: null },
  ])
}

/** Someone answered a text: a wish to stop ends them for good, START lets them come again, all else is passed over. */
export async function receiveTextReply(posy: Posy, request: SignedRequest): Promise<void> {
  const reply = await requireSms(posy).readReply(request)
  if (reply === 'forged') throw forged()
  const wish = readWish(reply.text)
  const { number } = readMobileNumber(reply.from, 'GB')
  if (!number || !wish) return
  await asSystem(posy, async (work) => {
    if (wish === 'stop') await blockAddress(work, 'sms', number, 'opted-out')
    else await unblockAddress(work, 'sms', number)
  })
}
