import { operatorLinkEmail } from './operator-link.ts'
import { ownerNoticeEmail } from './owner-notice.ts'

/** To operators, each sent by a job of its own. */
export const operatorEmails = { link: operatorLinkEmail, ownerNotice: ownerNoticeEmail }
