import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CardEvent } from '#server/providers/checkout/types.ts'

const Event = z.looseObject({
  id: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  // Which of the two there is differs from one kind of event to the other.
  created_on: z.string().optional(),
  timestamp: z.string().optional(),
  data: z
    .looseObject({ id: z.string().optional(), payment_id: z.string().optional(), reference: z.string().optional() })
    .optional(),
})

/**
 * A notice, where it is signed with the secret: HMAC-SHA256 over the raw body, in hexadecimal. Anything else is null.
 */
export function readEvent(secret: string, rawBody: string, signature: string | null): CardEvent | null {
  if (!isSigned(secret, rawBody, signature)) return null
  let parsed: ReturnType<typeof Event.safeParse>
  try {
    parsed = Event.safeParse(JSON.parse(rawBody))
  } catch {
    return null
  }
  if (!parsed.success) return null
  const { id, type, created_on, timestamp, data } = parsed.data
  const at = new Date(created_on ?? timestamp ?? '')
  return { id, type, at: Number.isNaN(at.getTime()) ? null : at, subject: readSubject(type, data) }
}

function readSubject(type: string, data: z.infer<typeof Event>['data']): CardEvent['subject'] {
  if (type.startsWith('dispute_')) return data?.id ? { dispute: data.id } : null
  const payment = data?.payment_id ?? data?.id
  return payment?.startsWith('pay_') ? { payment, reference: data?.reference ?? null } : null
}

function isSigned(secret: string, rawBody: string, signature: string | null): boolean {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(rawBody).digest(), Buffer.from(signature, 'hex'))
}
