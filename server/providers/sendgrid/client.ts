import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { EmailEvent, EmailEvents } from '#server/providers/sendgrid/types.ts'

const Event = z.looseObject({
  event: z.string(),
  email: z.string().default(''),
  sg_event_id: z.string().min(1).max(200),
  'smtp-id': z.string().optional(),
  posy_message: z.string().optional(),
  type: z.string().optional(),
  reason: z.string().optional(),
  status: z.string().optional(),
})
type Event = z.infer<typeof Event>

/** They say nothing of whether a mail arrives. */
const IGNORED = new Set([
  'processed',
  'deferred',
  'open',
  'click',
  'unsubscribe',
  'group_unsubscribe',
  'group_resubscribe',
])

/** SendGrid's event webhook, whose requests it signs with ECDSA over the time and the body. */
export function openSendGridEvents({ publicKey }: { publicKey: string }): EmailEvents {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return {
    readEvents: ({ rawBody, signature, timestamp }) => {
      if (!signature || !timestamp) return 'forged'
      const isGenuine = verify('sha256', Buffer.from(timestamp + rawBody), key, Buffer.from(signature, 'base64'))
      return isGenuine ? eventsIn(rawBody) : 'forged'
    },
  }
}

function eventsIn(rawBody: string): EmailEvent[] {
  const events: unknown = JSON.parse(rawBody)
  if (!Array.isArray(events)) return []
  return events.flatMap((one) => {
    const parsed = Event.safeParse(one)
    // One that is new to us must not hold up the others.
    if (!parsed.success || IGNORED.has(parsed.data.event)) return []
    const messageId = parsed.data.posy_message ?? parsed.data['smtp-id']
    return messageId ? [readEvent(parsed.data, messageId)] : []
  })
}

function readEvent(event: Event, messageId: string): EmailEvent {
  const of = (status: EmailEvent['status'], block: EmailEvent['block'] = null): EmailEvent => ({
    id: event.sg_event_id,
    messageId,
    status,
    address: event.email,
    block,
    reason: ['SendGrid', event.event, event.type, /^\d\.\d{1,3}\.\d{1,3}$/.exec(event.status ?? '')?.[0]]
      .filter(Boolean)
      .join(' ')
      .slice(0, 100),
  })
  switch (event.event) {
    case 'delivered':
      return { ...of('delivered'), reason: null }
    case 'bounce':
      return event.type === 'blocked' ? of('blocked') : of('bounce', 'bounce')
    case 'spamreport':
      return of('spam', 'complaint')
    case 'dropped':
      return of('dropped', blockOfDropped(event.reason ?? ''))
    default:
      return of('unknown')
  }
}

/** SendGrid's own list knows them already. */
function blockOfDropped(reason: string): EmailEvent['block'] {
  if (/^bounced address/i.test(reason)) return 'bounce'
  return /^spam reporting address/i.test(reason) ? 'complaint' : null
}
