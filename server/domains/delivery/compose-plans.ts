import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import { copyFor } from './emails/copy.ts'
import { type PlanEmailNotice, type PlanReminder, planNoticeEmail, planReminderEmail } from './emails/plan-emails.ts'
import { toUsersWithWishes } from './queries.ts'

export async function composePlanNotices(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await toUsersWithWishes(posy.db, ids), ({ address, firstName, detail }) => {
    if (!address) return userIsGone
    const url = `${posy.config.publicUrl}/team/plan`
    return mailTo(
      address,
      planNoticeEmail(copyFor('en-GB'), { ...(detail as unknown as PlanEmailNotice), firstName, url }),
    )
  })
}

/** Money that is owed is asked for whatever receipts someone wants. */
export async function composePlanReminders(posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> {
  return eachById(await toUsersWithWishes(posy.db, ids), ({ address, firstName, detail }) => {
    if (!address) return userIsGone
    const reminder = detail as unknown as PlanReminder
    const url = `${posy.config.publicUrl}${reminder.path}`
    return mailTo(address, planReminderEmail(copyFor('en-GB'), { ...reminder, firstName, url }))
  })
}
