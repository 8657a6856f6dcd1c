import { CardsRefused, CardsUncertain } from '#server/providers/checkout/types.ts'

interface SdkError {
  name?: string
  http_code?: number
  body?: unknown
}

/**
 * Statuses that say: understood, and nothing happened. Our own credentials (401), a twin under way (409) and too many
 * requests (429) are no answer.
 */
const REFUSALS = [400, 403, 404, 422]

const errorCodes = (body: unknown): string[] => {
  const codes = typeof body === 'object' && body !== null && 'error_codes' in body ? body.error_codes : []
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string').slice(0, 10) : []
}

/** What an error of the SDK means: refused, or no one knows. Never the provider's whole body: it may repeat what was sent. */
export function explain(error: unknown): CardsRefused | CardsUncertain {
  if (error instanceof CardsUncertain || error instanceof CardsRefused) return error
  const { name, http_code: status, body } = error as SdkError
  // Refused by the SDK itself: it was never sent.
  if (name === 'ValueError') return new CardsRefused('The card provider’s client refused the request.', [String(body)])
  if (status !== undefined && REFUSALS.includes(status)) {
    const codes = errorCodes(body)
    return new CardsRefused(`The card provider refused (${[status, ...codes].join(' ')}).`, codes)
  }
  return new CardsUncertain(`The card provider gave no usable answer (${status || name || 'no connection'}).`)
}

export const isMissing = (error: unknown): boolean => (error as SdkError)?.http_code === 404
