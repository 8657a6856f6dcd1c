import type { Reason } from './reasons.ts'

/**
 * Every expected failure: its wire code, HTTP status and the help that goes with it unless the
 * place that refuses knows better. A failure that is not here is a bug and answers 500.
 */
export const errorCatalogue = {
  malformed_json: { status: 400, help: 'Send a valid JSON document with Content-Type: application/json.' },
  bad_request: { status: 400, help: 'Check the request against /openapi.json.' },
  unauthenticated: { status: 401, help: 'Sign in again, or send a valid bearer token or API key.' },
  api_key_expired: { status: 401, help: 'Ask a team admin for a new API key.' },
  invalid_grant: { status: 401, help: 'Check the credentials, then ask for a new token.' },
  invalid_client: { status: 401, help: 'Check the client id and secret.' },
  insufficient_funds: {
    status: 402,
    help: 'Top up the wallet or choose another one, then try again. No money has moved.',
  },
  credit_limit_reached: {
    status: 402,
    help: 'Pay what is owed, pay from a wallet or by card, or ask for a higher limit. No money has moved.',
  },
  second_factor_needed: {
    status: 403,
    help: 'Send the challenge under details with a code of the authenticator app, a recovery code or a passkey, as the grant second_factor.',
  },
  second_step_required: {
    status: 403,
    help: 'Set up two-step sign-in on your profile, then try again. API keys need none.',
  },
  forbidden: { status: 403, help: 'Ask a team admin for the permission this needs.' },
  scope_missing: { status: 403, help: 'Use an API key that has the scope, or ask a team admin for one.' },
  impersonation_refused: {
    status: 403,
    help: 'Only the customer’s own people do this, signed in themselves. Nothing has been changed.',
  },
  plan_limit_reached: { status: 403, help: 'Upgrade the plan or remove something first.' },
  restricted: { status: 403, help: 'The team or the budget does not allow this. Ask a team admin.' },
  spend_cap_reached: { status: 403, help: 'Choose a smaller gift or ask a team admin.' },
  not_this_merchant: { status: 403, help: 'This voucher can only be redeemed by the merchant it was issued for.' },
  not_found: { status: 404, help: 'Check the id; it may have been removed.' },
  method_not_allowed: { status: 405, help: 'Use one of the methods in Allow. Nothing has been changed.' },
  already_redeemed: { status: 405, help: 'This voucher has been used. Undo the redemption first if it was a mistake.' },
  conflict: { status: 409, help: 'Reload and try again.' },
  link_needed: { status: 409, help: 'Show that the account is yours: send its password, or the code we emailed.' },
  idempotency_key_reused: { status: 409, help: 'Use a new Idempotency-Key for a different request.' },
  wrong_state: { status: 409, help: 'Reload to see its present state.' },
  price_changed: { status: 409, help: 'Show the new price, and ask again. No money has moved.' },
  clock_backwards: { status: 409, help: 'The business clock only moves forward.' },
  payload_too_large: { status: 413, help: 'Send a smaller body.' },
  unsupported_media_type: { status: 415, help: 'Send a JSON document with Content-Type: application/json.' },
  invalid_fields: { status: 422, help: 'Correct the fields listed under details. Nothing has been changed.' },
  too_many_requests: { status: 429, help: 'Wait for the number of seconds in Retry-After, then try again.' },
  internal_error: { status: 500, help: 'Try again; if it keeps happening, tell support the request id.' },
  unavailable: { status: 503, help: 'Try again in a moment.' },
} as const satisfies Record<string, { status: number; help: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** One wrong field: `path` as the caller wrote it, for example `purchase.receivers.3.email`. */
export interface ErrorDetail {
  path: string
  message: string
  /** The rule that was broken, for programs. */
  code?: string
  /** Why, with the amounts it is about, where a program can act on it or say it in its own words. */
  reason?: Reason
  /** Zero-based row of a list or CSV, where the field belongs to one. */
  row?: number
}
