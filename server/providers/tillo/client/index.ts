import { isoCurrency } from '#kit/currency.ts'
import {
  ISSUE_TIMEOUT_MS,
  type IssueOutcome,
  type IssueRequest,
  type VoucherIssuer,
} from '#server/providers/tillo/types.ts'
import { readAnswer } from './answer.ts'
import { signRequest } from './sign.ts'

export interface TilloSettings {
  apiKey: string
  secret: string
  /** Up to and including `/api/v2`. */
  baseUrl: string
  /** One of the sectors that Tillo has opened for this account. */
  sector: string
  /**
   * What the signature covers after the reference and the brand: `face-value` adds currency and amount, `brand` nothing.
   * Tillo's guides show both; the account's own documentation says which. `face-value` unless told.
   */
  signs?: 'face-value' | 'brand'
  /** For a whole request; 10 s unless told. */
  timeoutMs?: number
}

/** Larger answers are none of Tillo's. */
const LONGEST_ANSWER = 100_000

/** Gift cards at Tillo (API v2, synchronous issuing). One call is one request: anyone who asks decides when to ask again. */
export function openTillo(settings: TilloSettings): VoucherIssuer {
  return { issue: (request) => issue(settings, request) }
}

async function issue(settings: TilloSettings, request: IssueRequest): Promise<IssueOutcome> {
  const { apiKey, secret, baseUrl, sector, signs = 'face-value', timeoutMs = ISSUE_TIMEOUT_MS } = settings
  const currency = isoCurrency(request.currency)
  if (!currency) return { outcome: 'refused', reason: 'currency' }
  // `brand` or `brand:url`, for brands that Tillo delivers as a link only.
  const [brand = '', delivery = 'code'] = request.productReference.split(':')
  const amount = request.faceValuePence / 100
  const timestampMs = Date.now()
  const parts = [request.clientRequestId, brand, ...(signs === 'face-value' ? [currency, String(amount)] : [])]
  const signature = signRequest(apiKey, secret, { method: 'POST', endpoint: 'digital-issue', parts, timestampMs })
  try {
    const response = await fetch(`${baseUrl}/digital/issue`, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'API-Key': apiKey,
        Signature: signature,
        Timestamp: String(timestampMs),
      },
      // Nothing about the recipient: who gets it is our business.
      body: JSON.stringify({
        client_request_id: request.clientRequestId,
        brand,
        face_value: { amount, currency },
        delivery_method: delivery,
        fulfilment_by: 'partner',
        sector,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const raw = await response.text()
    return readAnswer(response.status, response.headers.get('retry-after'), raw.length > LONGEST_ANSWER ? '' : raw)
  } catch (error) {
    // Refused connections too: a proxy in between may have sent the request on.
    return { outcome: 'unknown', reason: error instanceof Error ? error.name : 'no answer' }
  }
}
