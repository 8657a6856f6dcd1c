import { newId } from '#kit/ids.ts'
import { expiryAfterDays, iso, toDate, toInstant } from '#kit/time.ts'
import { draftGiftEmail, giftTestEmail, queueMessage } from '#server/domains/delivery/index.ts'
import { senderName, usersByIds } from '#server/domains/identity/users/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { giftValidity, loadFacts, sendAtInstant } from '../request/index.ts'
import { requestFromOrder } from './order.ts'
import { draftById, orderInScope } from './queries.ts'
import { alreadyBought } from './save-order.ts'

const TESTS = { attempts: 10, windowSeconds: 3600 }

/** What a draft says to its first recipient, for the email of it; null where it is no draft any longer. */
export async function draftLetter(db: Db | Tx, orderId: string) {
  const order = await draftById(db, orderId)
  if (!order) return null
  const { fromName, message, receivers } = order.fields
  const [first] = receivers ?? []
  const users = await usersByIds(db, [order.userId, ...(first?.userId ? [first.userId] : [])])
  const sender = users.get(order.userId)
  return {
    from: fromName?.trim() || (sender ? senderName(sender) : ''),
    recipientName: first?.name || users.get(first?.userId ?? '')?.firstName || null,
    message: first?.notes ?? message ?? null,
  }
}

/**
 * What the email of a draft is written from, beside its words.
 * @throws not_found; wrong_state where it was bought, has no gift or theme, or sends no emails
 */
async function draftGift(posy: Posy, db: Db | Tx, caller: Principal, { id, at }: { id: string; at: Date }) {
  const order = await orderInScope(db, caller, id)
  if (order.transactionId) throw alreadyBought(order.transactionId)
  const request = requestFromOrder(order)
  if (request.deliveryMethod !== 'email')
    throw new Problem('wrong_state', 'This draft sends no emails.', { help: 'Send its gifts by email.' })
  const facts = await loadFacts({ posy, db, at }, caller, request, null)
  if (!facts.product || !facts.theme)
    throw new Problem('wrong_state', 'This draft has no gift, or no look, yet.', { help: 'Choose one first.' })
  const { until, days } = giftValidity(request, facts)
  return {
    orderId: order.id,
    teamId: facts.teamId,
    themeId: facts.theme.id,
    lookId: facts.theme.lookId,
    expiresAt: iso(toDate(until ?? expiryAfterDays(sendAtInstant(request) ?? toInstant(at), days))),
  }
}

/** A draft's email as it would leave now. @throws as {@link draftGift} */
export async function previewEmail(posy: Posy, caller: Principal, id: string) {
  const gift = await draftGift(posy, posy.db, caller, { id, at: toDate(posy.clock.now()) })
  const email = await draftGiftEmail(posy, gift, { isTest: false })
  if (!email) throw new Problem('wrong_state', 'This draft was bought or thrown away meanwhile.')
  const { subject, html } = email
  return { subject, html }
}

/** Counts before anything is read, so that what is refused counts too. @throws too_many_requests (429) */
export const countTestEmail = (posy: Posy, caller: Principal): Promise<void> =>
  countAttempt(posy, `gift-test ${member(caller).userId}`, TESTS)

/**
 * Has a draft's email mailed to the caller as a test.
 * @returns the address
 * @throws as {@link draftGift}; restricted (403) for a program, and for an address that is not confirmed
 */
export async function sendTestEmail(work: Work, caller: Principal, id: string): Promise<string> {
  const { userId } = member(caller)
  const { teamId, ...detail } = await draftGift(work.posy, work.tx, caller, { id, at: work.at })
  const user = (await usersByIds(work.tx, [userId])).get(userId)
  if (!user || user.isService || !user.verifiedEmail)
    throw new Problem('restricted', 'A test goes to the address that you sign in with, once it is confirmed.', {
      help: 'Confirm your email address first. Nothing was sent.',
    })
  const dedupeKey = `gift-test/${newId()}`
  await queueMessage(work, giftTestEmail, { dedupeKey, teamId, userId, detail })
  await work.audit('order.test-sent', { kind: 'order', id }, { teamId })
  return user.email
}
