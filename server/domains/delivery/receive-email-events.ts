import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { applyReports } from './apply-report.ts'

/** Events that SendGrid sends in one request; the rest of what claims to be more is its problem. */
const MOST_EVENTS = 5000

/**
 * Takes the mail provider's events: each once, in any order, as far as they are about mails of ours.
 * @throws unauthenticated (401) for a signature that is not the provider's; not_found where no provider is set
 */
export async function receiveEmailEvents(
  posy: Posy,
  request: { rawBody: string; signature: string | null; timestamp: string | null },
): Promise<void> {
  const { emailEvents } = posy.providers
  if (!emailEvents) throw new Problem('not_found', 'This installation takes no events of an email provider.')
  const events = emailEvents.readEvents(request)
  if (events === 'forged') throw new Problem('unauthenticated', 'The signature is not right.')
  await applyReports(
    posy,
    events.slice(0, MOST_EVENTS).flatMap(({ id, messageId, status, address, block, reason }) => {
      const ours = outboxMessageId(messageId)
      if (!ours) return []
      return [
        {
          key: `sendgrid/${id}`,
          messageId: ours,
          channel: 'email' as const,
          status,
          providerId: null,
          reason,
          block: block && address ? { address, as: block } : null,
        },
      ]
    }),
  )
}

/** The message that a Message-ID of ours names, `<id@host>` or the id alone. */
const outboxMessageId = (messageId: string): string | null =>
  /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@[^>]*)?>?$/.exec(messageId)?.[1] ?? null
