import { awardMessage } from './emails/award.ts'
import { awardApprovalEmail, awardsNotDecidedEmail } from './emails/award-approvals.ts'
import { awardCannotUseEmail } from './emails/award-cannot-use.ts'
import { awardDecidedEmail, awardLockedEmail } from './emails/award-news.ts'
import { awardMessageChanged } from './messages/events.ts'
import { queueAwardMessages, queueUserMessages } from './messages/queue-message.ts'

/** To people whom awards are for, and about them to who helps them: what leaves, and the event that tells how it fared. */
export const awardMessages = {
  ...{ link: awardMessage, changed: awardMessageChanged, queue: queueAwardMessages },
  ...{
    cannotUse: awardCannotUseEmail,
    locked: awardLockedEmail,
    decided: awardDecidedEmail,
    tellUsers: queueUserMessages,
  },
  /** To who may decide on awards: what waits, and what ended because no one did. */
  toDecide: awardApprovalEmail,
  notDecided: awardsNotDecidedEmail,
}
