import { generateKeyPairSync, sign } from 'node:crypto'
import type { SandboxMailEvent } from '#contract/sandbox/messages.ts'
import { newId } from '#kit/ids.ts'

/** A mail provider's event webhook as SendGrid has it: what happened to a mail, signed with ECDSA. */
export interface SendGridSandbox {
  /** As the provider's console shows it. */
  publicKey: string
  /** The request that tells of an event. `eventId` names it; a new one unless told. */
  request(mail: { messageId: string; to: string }, event: SandboxMailEvent, options?: { eventId?: string }): Request
}

const eventFields: Record<SandboxMailEvent, object> = {
  delivered: { event: 'delivered', response: '250 OK' },
  bounce: { event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 no such mailbox' },
  blocked: { event: 'bounce', type: 'blocked', status: '5.7.1', reason: '550 5.7.1 refused by policy' },
  dropped: { event: 'dropped', reason: 'Bounced Address' },
  spam: { event: 'spamreport' },
}

export function openSendGridSandbox(publicUrl: string): SendGridSandbox {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    request: ({ messageId, to }, event, { eventId = newId() } = {}) => {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const body = JSON.stringify([
        { email: to, timestamp: Number(timestamp), 'smtp-id': messageId, sg_event_id: eventId, ...eventFields[event] },
      ])
      return new Request(`${publicUrl}/webhooks/sendgrid`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), privateKey).toString(
            'base64',
          ),
          'x-twilio-email-event-webhook-timestamp': timestamp,
        },
        body,
      })
    },
  }
}
