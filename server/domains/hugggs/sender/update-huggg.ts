import type { HugggChanges } from '#contract/hugggs/hugggs.ts'
import { BUSINESS_ZONE, endOfLondonDay, Temporal, toDate } from '#kit/time.ts'
import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission } from '#server/platform/principal.ts'
import { hugggInScope } from '../gifts/index.ts'
import { changeDates } from './change-dates.ts'
import { changeMessage } from './change-message.ts'
import { correctRecipient } from './correct-recipient.ts'

/**
 * Several changes to one gift, all or none; each kind needs a permission of its own. What was read and comes back as it
 * was is none: a gift that has been sent may be sent back with its dates.
 * @throws forbidden, and as changeMessage, changeDates and correctRecipient
 */
export async function updateHuggg(
  work: Work,
  caller: Principal,
  hugggId: string,
  changes: HugggChanges,
): Promise<void> {
  const { expiry_date, sent_date, notes, from_name, receiver } = await changed(work, caller, hugggId, changes)
  const hasMessage = notes !== undefined || from_name !== undefined
  if (expiry_date !== undefined) requirePermission(caller, 'edit-huggg-expiry')
  if (sent_date !== undefined) requirePermission(caller, 'edit-huggg-status')
  if (hasMessage) requirePermission(caller, 'update-transaction-details')
  if (hasMessage) await changeMessage(work, caller, { hugggId, notes, fromName: from_name })
  if (expiry_date !== undefined || sent_date !== undefined) {
    await changeDates(work, caller, {
      hugggId,
      ...(expiry_date === undefined ? {} : { expiryDate: lastMoment(expiry_date) }),
      ...(sent_date === undefined
        ? {}
        : { sendAt: sent_date === null ? null : toDate(Temporal.Instant.from(sent_date)) }),
    })
  }
  if (receiver)
    await correctRecipient(work, caller, { hugggId, email: receiver.email, phoneNumber: receiver.phone_number })
}

async function changed(
  { tx }: Work,
  caller: Principal,
  hugggId: string,
  { expiry_date, sent_date, notes, from_name, receiver }: HugggChanges,
): Promise<HugggChanges> {
  const before = await hugggInScope(tx, caller, hugggId)
  const isOtherEnd = expiry_date !== undefined && lastMoment(expiry_date).getTime() !== before.expiry_date.getTime()
  const sendAt = sent_date ? Temporal.Instant.from(sent_date).epochMilliseconds : null
  const isOtherStart = sent_date !== undefined && sendAt !== ((before.sent_date ?? before.send_at)?.getTime() ?? null)
  return {
    ...(isOtherEnd && { expiry_date }),
    ...(isOtherStart && { sent_date }),
    ...(notes !== before.message && { notes }),
    ...(from_name !== before.from_name && { from_name }),
    ...(receiver && { receiver }),
  }
}

/** The end, in London, of a calendar day or of the day of an instant. */
function lastMoment(given: string): Date {
  const day =
    given.length === 10
      ? Temporal.PlainDate.from(given)
      : Temporal.Instant.from(given).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate()
  return toDate(endOfLondonDay(day))
}
