import { rails, whyNotPaidOut } from '#contract/core/rails.ts'
import { endOfLondonDay, Temporal, toDate } from '#kit/time.ts'
import type { CancelOutcome, Rail, RailStatus } from '#server/providers/rails/types.ts'
import type { IssueOutcome, IssueRequest } from '#server/providers/tillo/types.ts'
import { checkFolder, exchange, type FileExchangeSettings, type Result } from './folder.ts'
import { readSettlement } from './read-settlement.ts'

export { readSettlement } from './read-settlement.ts'

/** Its result is looked for again so much later. */
const LATER_SECONDS = 60

/**
 * A rail whose protocol is not public, by an exchange of files of our own layout: a request is a file in a shared folder, its
 * answer another of the same name.
 */
export function openFileExchange(settings: FileExchangeSettings): Rail {
  const { rail, key } = settings
  return {
    issue: (request) => generate(settings, request),
    cancel: rails[rail].isCancellable ? ({ reference }) => cancel(settings, reference) : null,
    cancelsBy: 'reference',
    status: (reference) => status(settings, reference),
    check: () => checkFolder(settings),
    readSettlement: (text) => readSettlement(rail, key, text),
  }
}

async function generate(settings: FileExchangeSettings, request: IssueRequest): Promise<IssueOutcome> {
  const { clientRequestId: reference, productReference: product, faceValuePence: amountPence, currency } = request
  if (currency !== 'GBX') return { outcome: 'refused', reason: 'currency' }
  if (whyNotPaidOut(settings.rail, amountPence)) return { outcome: 'refused', reason: 'amount' }
  const given = await exchange(settings, {
    action: 'generate',
    reference,
    name: `generate-${reference}`,
    product,
    amountPence,
    currency: 'GBP',
  })
  if ('failed' in given)
    return given.failed === 'not-yet'
      ? { outcome: 'later', reason: given.reason, retryAfterSeconds: LATER_SECONDS }
      : { outcome: 'unknown', reason: given.reason }
  const { result } = given
  if (result.outcome === 'refused') return { outcome: 'refused', reason: plain(result.reason) }
  return result.outcome === 'generated' ? readCode(result, amountPence) : { outcome: 'unknown', reason: 'no outcome' }
}

/** Codes of theirs, never words: they may repeat what was sent. */
const plain = (reason: string) => (/^[\w-]{1,30}$/.test(reason) ? reason : 'no reason')

function readCode(result: Result, amountPence: number): IssueOutcome {
  const { code, pin, barcode, order } = result
  if (!code || Number(result.amountPence) !== amountPence)
    return { outcome: 'unknown', reason: 'another code than asked' }
  const floatPence = Number(result.floatPence)
  return {
    outcome: 'issued',
    voucher: { code, pin: pin || null, url: null, barcode: barcode ? { kind: 'code128', text: barcode } : null },
    issuerOrder: order || null,
    expiresAt: readDay(result.validUntil),
    float: result.floatPence ? { currency: 'GBX', balancePence: floatPence } : null,
  }
}

function readDay(day: string): Date | null {
  try {
    return toDate(endOfLondonDay(Temporal.PlainDate.from(day)))
  } catch {
    return null
  }
}

async function cancel(settings: FileExchangeSettings, reference: string): Promise<CancelOutcome> {
  const given = await exchange(settings, { action: 'cancel', reference, name: `cancel-${reference}` })
  if ('failed' in given) return { outcome: 'unknown', reason: given.reason }
  const { outcome, reason } = given.result
  if (outcome === 'cancelled') return { outcome }
  return outcome === 'refused' ? { outcome, reason: plain(reason) } : { outcome: 'unknown', reason: 'no outcome' }
}

const states = ['unused', 'part-cashed', 'cashed', 'expired', 'cancelled'] as const

/** Each question has a name of its own: an earlier answer is none to it. */
async function status(settings: FileExchangeSettings, reference: string): Promise<RailStatus> {
  const given = await exchange(settings, { action: 'status', reference, name: `status-${reference}-${Date.now()}` })
  if ('failed' in given) return { state: 'unknown', reason: given.reason }
  const { outcome, reason, cashedPence } = given.result
  const state = states.find((one) => one === outcome)
  return state ? { state, cashedPence: Number(cashedPence) || 0 } : { state: 'unknown', reason: plain(reason) }
}
