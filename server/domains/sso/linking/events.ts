import { eventType } from '#server/platform/queue.ts'

/** An account is to be linked by a code: its owner is to be sent it. The code is worked out when the mail leaves. */
export const linkCodeIssued = eventType<{ linkId: string; userId: string }>('sso.link-code-issued')
