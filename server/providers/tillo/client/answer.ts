import { z } from 'zod'
import type { IssuedVoucher, IssueOutcome, IssuerFloat } from '#server/providers/tillo/types.ts'

/** Tillo gives `null`, an empty string or nothing at all for what a brand does not have. */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)))

const Card = z.object({
  reference: text,
  code: text,
  pin: text,
  url: text,
  expiration_date: text,
  barcode: z.object({ type: text, string: text }).nullish().catch(null),
  float_balance: z.object({ currency: z.string(), amount: z.coerce.number() }).nullish().catch(null),
})
const Body = z.object({ code: z.string(), status: z.string().nullish(), data: z.unknown().optional() })

/** Tillo's codes for: understood, and nothing was issued (docs/decisions/0012-codes-made-by-others.md lists their meanings). */
const REFUSALS = new Set(['060', '070', '071', '072', '210', '433', '434', '610', '615', '704', '706', '712', '713'])
for (const code of ['714', '716', '717', '719']) REFUSALS.add(code)
/** Closed for maintenance, or unwell: nothing was started. */
const LATER = new Set(['602', '604'])
const LATER_SECONDS = 60
const LONGEST_WAIT_SECONDS = 3600

/** What an answer to an issue request means. Whatever is not documented counts as: it may have been issued. */
export function readAnswer(status: number, retryAfter: string | null, raw: string): IssueOutcome {
  if (status === 429) return { outcome: 'later', reason: '429', retryAfterSeconds: waitSeconds(retryAfter) }
  const body = Body.safeParse(parse(raw))
  if (!body.success) return { outcome: 'unknown', reason: `HTTP ${status} without an answer of Tillo’s` }
  const { code } = body.data
  const reason = /^\w{1,8}$/.test(code) ? code : 'a code of no known form'
  if (code === '000') return readCard(body.data.data)
  if (REFUSALS.has(code)) return { outcome: 'refused', reason }
  if (LATER.has(code)) return { outcome: 'later', reason, retryAfterSeconds: waitSeconds(retryAfter) }
  return { outcome: 'unknown', reason }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

const waitSeconds = (retryAfter: string | null): number => {
  const seconds = Number(retryAfter)
  return retryAfter && seconds > 0 ? Math.min(LONGEST_WAIT_SECONDS, Math.ceil(seconds)) : LATER_SECONDS
}

function readCard(data: unknown): IssueOutcome {
  const card = Card.safeParse(data)
  if (!card.success || (!card.data.code && !card.data.url))
    return { outcome: 'unknown', reason: '000 without a code or a link' }
  const { reference, code, pin, url, expiration_date: expiry, barcode, float_balance } = card.data
  const voucher = { code, pin, url, barcode: readBarcode(barcode) }
  return {
    outcome: 'issued',
    voucher,
    issuerOrder: reference,
    expiresAt: readDay(expiry),
    float: readFloat(float_balance),
  }
}

const CURRENCIES = { GBP: 'GBX', EUR: 'EUX' } as const

/** In pounds or euros; anything else is not said. */
function readFloat(given: z.output<typeof Card>['float_balance']): IssuerFloat | null {
  const currency = given && CURRENCIES[given.currency as keyof typeof CURRENCIES]
  const balancePence = Math.round((given?.amount ?? Number.NaN) * 100)
  return currency && Number.isSafeInteger(balancePence) ? { currency, balancePence } : null
}

/** Two-dimensional kinds become a QR code, all others Code 128: what counts is the text. */
function readBarcode(given: z.output<typeof Card>['barcode']): IssuedVoucher['barcode'] {
  if (!given?.string) return null
  return { kind: /qr|aztec|matrix|pdf/i.test(given.type ?? '') ? 'qrcode' : 'code128', text: given.string }
}

/** A day is meant to its end; an unreadable one is none. */
function readDay(given: string | null): Date | null {
  const day = given?.match(/^\d{4}-\d\d-\d\d/)?.[0]
  const at = day ? new Date(`${day}T23:59:59.999Z`) : null
  return at && !Number.isNaN(at.getTime()) ? at : null
}
