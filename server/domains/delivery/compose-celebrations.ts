import type { Posy } from '#server/platform/posy.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import {
  type CelebrationEmail,
  celebrationsFailedEmail,
  celebrationsWaitingEmail,
} from './emails/celebration-emails.ts'
import type { Copy } from './emails/copy.en-GB.ts'
import { copyFor } from './emails/copy.ts'
import type { EmailContent } from './emails/gift-email.ts'
import { toUsers } from './queries.ts'

/** What the celebrations domain says of its messages, as it queues them. */
type CelebrationMessageDetail = Omit<CelebrationEmail, 'firstName' | 'url'>

const composer =
  (write: (copy: Copy, email: CelebrationEmail) => EmailContent) =>
  async (posy: Posy, ids: readonly string[]): Promise<Map<string, Composed>> => {
    const messages = await toUsers(posy.db, ids)
      .select(['app_user.first_name as firstName', 'message.detail'])
      .execute()
    return eachById(messages, ({ address, firstName, detail: stored }) => {
      if (!address) return userIsGone
      const detail = stored as unknown as CelebrationMessageDetail
      const url = `${posy.config.publicUrl}/celebrations`
      return mailTo(address, write(copyFor('en-GB'), { ...detail, firstName: firstName ?? '', url }))
    })
  }

export const composeWaitingCelebrations = composer(celebrationsWaitingEmail)
export const composeFailedCelebrations = composer(celebrationsFailedEmail)
