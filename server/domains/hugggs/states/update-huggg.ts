import type { HugggChanges } from '#contract/hugggs.ts'
import { BUSINESS_ZONE, endOfLondonDay, Temporal, toDate } from '#server/kit/time.ts'
import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission } from '#server/platform/principal.ts'
import { changeDates } from './change-dates.ts'
import { changeMessage } from './change-message.ts'
import { correctRecipient } from './correct-recipient.ts'

/**
 * Several changes to one gift, all or none; each kind needs a permission of its own.
 * @throws forbidden, and as changeMessage, changeDates and correctRecipient
 */
export async function updateHuggg(
  work: Work,
  caller: Principal,
  hugggId: string,
  changes: HugggChanges,
): Promise<void> {
  const { expiry_date, sent_date, notes, from_name, receiver } = changes
  const hasMessage = notes !== undefined || from_name !== undefined
  if (expiry_date !== undefined) requirePermission(caller, 'edit-huggg-expiry')
  if (sent_date !== undefined || receiver) requirePermission(caller, 'edit-huggg-status')
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

/** The end, in London, of a calendar day or of the day of an instant. */
function lastMoment(given: string): Date {
  const day =
    given.length === 10
      ? Temporal.PlainDate.from(given)
      : Temporal.Instant.from(given).toZonedDateTimeISO(BUSINESS_ZONE).toPlainDate()
  return toDate(endOfLondonDay(day))
}
