import type { TextStatus } from '#server/providers/twilio/types.ts'

type Failure = Exclude<TextStatus, 'sent' | 'delivered'>

/** Twilio's error codes, in the words of delivery statuses (twilio.com/docs/api/errors). */
const FAILURES: Record<string, Failure> = {
  21211: 'rejected', // not a number
  21214: 'rejected', // cannot be reached
  21217: 'rejected', // malformed
  21408: 'rejected', // region not permitted
  21610: 'blocked', // opted out at the provider
  21612: 'rejected', // no route from this sender
  21614: 'bounce', // not a mobile number
  30001: 'dropped', // queue overflow
  30003: 'unknown', // handset out of reach
  30004: 'blocked', // blocked by the recipient or the carrier
  30005: 'unknown', // no such handset
  30006: 'bounce', // landline
  30007: 'spam', // filtered by the carrier
  30008: 'failed', // no reason given
  30017: 'dropped', // carrier congested
  30036: 'expired', // validity period over
  30410: 'expired', // carrier did not answer in time
}

/** Why a text did not arrive; a code that is new to us is `failed`, none at all `undefined`. */
export const failureStatus = (errorCode: string | null): Failure =>
  errorCode ? (FAILURES[errorCode] ?? 'failed') : 'undefined'

/** Answers to a request that no repetition changes. */
export const isRefusal = (errorCode: number): boolean =>
  errorCode >= 21_211 && errorCode < 22_000 && errorCode in FAILURES
