import { z } from 'zod'
import { endOfLondonDay, Temporal, toDate } from '#kit/time.ts'
import type { CancelOutcome } from '#server/providers/rails/types.ts'
import type { IssueOutcome } from '#server/providers/tillo/types.ts'

export interface Answer {
  status: number
  retryAfter: string | null
  raw: string
}

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)))

const Body = z.object({
  /** Left out by the oldest answers that are documented; then the code says it. */
  successfulRequest: z.boolean().nullish(),
  errorMessages: z.array(z.string()).nullish().catch(null),
  voucherCode: text,
  balance: z.coerce.number().nullish().catch(null),
  expiryDate: text,
})

const LATER_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600
/** It knows this reference already: there may be a voucher. */
const KNOWN = /already|duplicate|exist|unique/i

const parse = (raw: string) => {
  try {
    return Body.safeParse(JSON.parse(raw)).data
  } catch {
    return undefined
  }
}

/** What an answer to a request for a voucher means. Whatever is not documented counts as: there may be one. */
export function readVoucher({ status, retryAfter, raw }: Answer, askedPence: number): IssueOutcome {
  if (status === 429) return { outcome: 'later', reason: '429', retryAfterSeconds: waitSeconds(retryAfter) }
  if (status === 401 || status === 403) return { outcome: 'refused', reason: 'key' }
  const body = parse(raw)
  if (status !== 200 || !body) return { outcome: 'unknown', reason: `HTTP ${status} without an answer of PayPoint’s` }
  const { successfulRequest, errorMessages, voucherCode, balance, expiryDate } = body
  if (successfulRequest === false)
    return errorMessages?.some((message) => KNOWN.test(message))
      ? { outcome: 'unknown', reason: 'its reference is known there' }
      : { outcome: 'refused', reason: 'not successful' }
  if (!voucherCode) return { outcome: 'unknown', reason: 'no code' }
  // A voucher of another amount is not what was paid for: people look at it, and no one is given it.
  if (typeof balance === 'number' && Math.round(balance * 100) !== askedPence)
    return { outcome: 'unknown', reason: 'another amount' }
  return {
    outcome: 'issued',
    voucher: { code: voucherCode, pin: null, url: null, barcode: null },
    issuerOrder: null,
    expiresAt: readDay(expiryDate),
  }
}

export function readUpdate({ status, raw }: Answer): CancelOutcome {
  const body = status === 200 ? parse(raw) : undefined
  if (!body || typeof body.successfulRequest !== 'boolean') return { outcome: 'unknown', reason: `HTTP ${status}` }
  return body.successfulRequest ? { outcome: 'cancelled' } : { outcome: 'refused', reason: 'not successful' }
}

const waitSeconds = (retryAfter: string | null): number => {
  const seconds = Number(retryAfter)
  return retryAfter && seconds > 0 ? Math.min(LONGEST_WAIT_SECONDS, Math.ceil(seconds)) : LATER_SECONDS
}

/** Its days are London's, and meant to their end; an unreadable one is none. */
function readDay(given: string | null): Date | null {
  const day = given?.match(/^\d{4}-\d\d-\d\d/)?.[0]
  try {
    return day ? toDate(endOfLondonDay(Temporal.PlainDate.from(day))) : null
  } catch {
    return null
  }
}
