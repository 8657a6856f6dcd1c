import { z } from 'zod'
import type { EmailFamily } from '../messages/message-kind.ts'
import { oneLine } from './html.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  webhookDisabled: {
    subject: 'A webhook was switched off',
    preheader: 'It did not accept our events. Nothing else has changed.',
    heading: 'We have stopped sending events',
    what: (host: string) => `The webhook at ${host} is switched off. Gifts, budgets and payments continue as before.`,
    why: {
      failing: 'It accepted none of our events for three days.',
      gone: 'It answered 410 Gone, which asks us to stop.',
    },
    next: 'Once it works again, switch it back on and send the missed events again from its log. We keep them for 30 days.',
    action: 'Open webhooks',
  },
}

/** To the admins: a webhook accepts nothing, and was switched off. */
export const webhookDisabledEmail = userEmail({
  template: 'webhook-disabled',
  detail: z.object({ host: z.string(), reason: z.enum(['gone', 'failing']) }),
  write({ detail: { host, reason } }) {
    const { what, why, next, ...words } = enGB.webhookDisabled
    return { ...words, body: [what(oneLine(host)), why[reason], next], path: '/team/webhooks', showsLink: true }
  },
})

export const webhookEmails: EmailFamily = { kinds: [webhookDisabledEmail] }
