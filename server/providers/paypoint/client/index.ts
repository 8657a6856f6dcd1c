import { type RailName, rails, whyNotPaidOut } from '#contract/core/rails.ts'
import { readSettlement } from '#server/providers/file-exchange/client/index.ts'
import type { CancelOutcome, Rail } from '#server/providers/rails/types.ts'
import { ISSUE_TIMEOUT_MS, type IssueOutcome, type IssueRequest } from '#server/providers/tillo/types.ts'
import { type Answer, readUpdate, readVoucher } from './answer.ts'

export interface PayPointSettings {
  rail: Extract<RailName, 'cash-out' | 'energy'>
  apiKey: string
  /** Up to what stands before `/VoucherRequest`. */
  baseUrl: string
  /** What vouchers of this rail are requested from. */
  campaign: string
  /** Signs PayPoint's settlement files. */
  filesKey: string
  /** For a whole request; 10 s unless told. */
  timeoutMs?: number
}

/** Larger answers are none of PayPoint's. */
const LONGEST_ANSWER = 100_000
/** A day that is over wherever it is read. */
const PAST_DAY = '2000-01-01'

/**
 * PayPoint's vouchers, by the HTTP interface of its i-movo service: a voucher is requested from a campaign under our reference,
 * and stopped by a last day in the past. It has no public call that tells what happened to one: its settlement files do.
 */
export function openPayPoint(settings: PayPointSettings): Rail {
  const { rail, filesKey } = settings
  return {
    issue: (request) => issue(settings, request),
    cancel: rails[rail].isCancellable ? ({ code }) => cancel(settings, code) : null,
    cancelsBy: 'code',
    status: null,
    check: null,
    readSettlement: (text) => readSettlement(rail, filesKey, text),
  }
}

async function issue(settings: PayPointSettings, request: IssueRequest): Promise<IssueOutcome> {
  const { clientRequestId, faceValuePence, currency } = request
  if (currency !== 'GBX') return { outcome: 'refused', reason: 'currency' }
  if (whyNotPaidOut(settings.rail, faceValuePence)) return { outcome: 'refused', reason: 'amount' }
  const answer = await call(settings, 'POST', '/VoucherRequest/Request', {
    campaignCode: settings.campaign,
    // Nothing about the recipient: we deliver the code ourselves.
    customerReference: clientRequestId,
    value: (faceValuePence / 100).toFixed(2),
  })
  return typeof answer === 'string' ? { outcome: 'unknown', reason: answer } : readVoucher(answer, faceValuePence)
}

async function cancel(settings: PayPointSettings, code: string): Promise<CancelOutcome> {
  const answer = await call(settings, 'GET', '/Voucher/Update/', { VoucherCode: code, ExpiryDate: PAST_DAY })
  return typeof answer === 'string' ? { outcome: 'unknown', reason: answer } : readUpdate(answer)
}

/** What came back, or why nothing did. */
async function call(
  { apiKey, baseUrl, timeoutMs = ISSUE_TIMEOUT_MS }: PayPointSettings,
  method: 'GET' | 'POST',
  path: string,
  query: Record<string, string>,
): Promise<Answer | string> {
  try {
    const response = await fetch(`${baseUrl}${path}?${new URLSearchParams(query)}`, {
      method,
      headers: { Accept: 'application/json', 'X-API-KEY': apiKey },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const raw = await response.text()
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      raw: raw.length > LONGEST_ANSWER ? '' : raw,
    }
  } catch (error) {
    // Refused connections too: a proxy in between may have sent the request on.
    return error instanceof Error ? error.name : 'no answer'
  }
}
