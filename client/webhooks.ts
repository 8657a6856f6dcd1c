import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts'

export type { WebhookEvent }

/** The request did not come from Posy, is old, or was changed on its way. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
  }
}

export interface WebhookRequest {
  /** As it came: not what a framework made of it. */
  body: string
  headers: Headers | Record<string, string | string[] | undefined>
  /** `whsec_…`, or `whpk_…` where the webhook signs with ed25519. After a rotation, the old one beside the new one. */
  secret: string | readonly string[]
  /** Now, in milliseconds. */
  nowMs?: number
}

const TOLERANCE_SECONDS = 5 * 60

/**
 * The event of a webhook that is Posy's, by the Standard Webhooks format.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  nowMs = Date.now(),
}: WebhookRequest): Promise<WebhookEvent> {
  const read = headerReader(headers)
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(read)
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A header of the webhook is missing.')
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS))
    throw new WebhookVerificationError('The webhook is too old, or this clock is wrong.')
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const one of [secret].flat())
    for (const signature of signatures.split(' '))
      if (await isSignedWith(one, signature, signed)) return JSON.parse(body)
  throw new WebhookVerificationError('The signature of the webhook is not right.')
}

function headerReader(headers: WebhookRequest['headers']): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0]]))
  return (name) => byName.get(name)
}

async function isSignedWith(secret: string, signature: string, signed: BufferSource): Promise<boolean> {
  const [version, value] = signature.split(',')
  const [prefix, key] = secret.split('_')
  if (!value || !key) return false
  try {
    if (version === 'v1' && prefix === 'whsec') {
      const algorithm = { name: 'HMAC', hash: 'SHA-256' }
      const imported = await crypto.subtle.importKey('raw', base64Bytes(key), algorithm, false, ['verify'])
      return await crypto.subtle.verify('HMAC', imported, base64Bytes(value), signed)
    }
    if (version === 'v1a' && prefix === 'whpk') {
      const imported = await crypto.subtle.importKey('raw', base64Bytes(key), 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', imported, base64Bytes(value), signed)
    }
  } catch {
    // What is no key or no signature verifies nothing.
  }
  return false
}

const base64Bytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
