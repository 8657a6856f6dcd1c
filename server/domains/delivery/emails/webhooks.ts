import { sql } from 'kysely'
import { z } from 'zod'
import { personName } from '#server/platform/database/person-name.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { EmailFamily } from '../messages/message-kind.ts'
import { inline, oneLine } from './html.ts'
import { type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  someone: 'Someone',
  webhookSecretKnown: {
    subject: 'Renew the secret of a webhook',
    preheader: 'Someone who is no longer an admin knows it.',
    heading: 'A leaver knows the secret of a webhook',
    what: (leaver: string, host: string) =>
      `${leaver}, who was shown the secret of the webhook at ${host}, is no longer an admin of your team. Events still go there.`,
    next: 'Make a new secret, give it to the people who run that address, and check that the address is still yours. For 24 hours both secrets sign.',
    action: 'Open the webhook',
  },
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

/** To the admins: someone who knows a webhook's secret is no longer an admin. */
const webhookSecretKnownEmail = userEmail({
  template: 'webhook-secret-known',
  detail: z.object({ webhookId: z.string(), host: z.string(), leaverId: z.string() }),
  load: loadLeavers,
  write({ detail: { webhookId, host, leaverId } }, leavers) {
    const { what, next, ...words } = enGB.webhookSecretKnown
    const leaver = inline(leavers.get(leaverId) ?? '') || enGB.someone
    return { ...words, body: [what(leaver, oneLine(host)), next], path: `/team/webhooks/${webhookId}`, showsLink: true }
  },
})

async function loadLeavers({ db }: Posy, messages: readonly UserMessage<{ leaverId: string }>[]) {
  const ids = messages.map(({ detail }) => detail.leaverId)
  const leavers = await db
    .selectFrom('app_user')
    .select(['id', personName('app_user').as('name')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(leavers.map(({ id, name }) => [id, name]))
}

/** To the admins: a webhook accepts nothing, and was switched off. */
const webhookDisabledEmail = userEmail({
  template: 'webhook-disabled',
  detail: z.object({ host: z.string(), reason: z.enum(['gone', 'failing']) }),
  write({ detail: { host, reason } }) {
    const { what, why, next, ...words } = enGB.webhookDisabled
    return { ...words, body: [what(oneLine(host)), why[reason], next], path: '/team/webhooks', showsLink: true }
  },
})

/** What the admins are told of a webhook. */
export const webhookNotices = { disabled: webhookDisabledEmail, secretKnown: webhookSecretKnownEmail }

export const webhookEmails: EmailFamily = { kinds: [webhookDisabledEmail, webhookSecretKnownEmail] }
