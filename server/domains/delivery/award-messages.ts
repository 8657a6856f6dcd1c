import { awardMessage } from './emails/award.ts'
import { awardApprovalEmail } from './emails/award-approvals.ts'
import { awardMessageChanged } from './messages/events.ts'
import { queueAwardMessages } from './messages/queue-message.ts'

/** To people whom awards are for: what leaves, and the event that tells how it fared. */
export const awardMessages = {
  ...{ link: awardMessage, changed: awardMessageChanged, queue: queueAwardMessages },
  /** To who may decide on awards. */
  toDecide: awardApprovalEmail,
}
