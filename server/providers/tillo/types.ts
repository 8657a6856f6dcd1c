import type { Pence } from '#kit/money.ts'

export interface IssueRequest {
  /** Names the order permanently: asked again under it, an issuer answers with what it issued then, and issues nothing more. */
  clientRequestId: string
  /** The product, as the issuer calls it. */
  productReference: string
  faceValuePence: Pence
  /** GBX or EUX. */
  currency: string
}

export interface IssuedVoucher {
  /** Null where the issuer gives a link only; one of the two is always there. */
  code: string | null
  pin: string | null
  url: string | null
  barcode: { kind: 'qrcode' | 'code128'; text: string } | null
}

/** What is left of the money that an issuer holds for us, as its answers say. */
export interface IssuerFloat {
  currency: 'GBX' | 'EUX'
  balancePence: Pence
}

/**
 * issued: here it is, for the first time or again · refused: nothing was issued under this reference, and asking again
 * would change nothing; another order may be tried · later: the issuer did nothing yet (throttled, maintenance) · unknown:
 * no usable answer, it may have been issued: ask again under the same reference, never under another.
 * `reason` holds the issuer's codes, never its words: they may repeat what was sent.
 */
export type IssueOutcome =
  | {
      outcome: 'issued'
      voucher: IssuedVoucher
      issuerOrder: string | null
      expiresAt: Date | null
      float?: IssuerFloat | null
    }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; retryAfterSeconds: number }
  | { outcome: 'unknown'; reason: string }

/** Someone who makes voucher codes on demand. Never throws; one call is one try, of at most {@link ISSUE_TIMEOUT_MS}. */
export interface VoucherIssuer {
  issue(request: IssueRequest): Promise<IssueOutcome>
}

export const ISSUE_TIMEOUT_MS = 10_000

/** Those this installation is connected to, by the product's voucher type. */
export type VoucherIssuers = Partial<Record<string, VoucherIssuer>>
