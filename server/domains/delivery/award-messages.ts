import { awardMessage } from './emails/award.ts'
import { awardMessageChanged } from './messages/events.ts'
import { queueAwardMessages } from './messages/queue-message.ts'

/** To people whom awards are for: what leaves, and the event that tells how it fared. */
export const awardMessages = { link: awardMessage, changed: awardMessageChanged, queue: queueAwardMessages }
