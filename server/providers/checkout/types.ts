import type { Pence } from '#kit/money.ts'

/** What to charge: a token of the provider's card fields, or a card it keeps for us. */
export type CardSource = { token: string; store: boolean } | { instrumentId: string; previousPaymentId?: string }

export interface Authorisation {
  /** Our charge's id: the reference by which it is found again, and the idempotency key of the request. */
  chargeId: string
  /** 0 verifies the card. */
  amountPence: Pence
  /** GBX or EUX. */
  currency: string
  source: CardSource
  /** `merchant`: the holder is not there, so there is no 3-D Secure. */
  initiator: 'customer' | 'merchant'
  /** Where 3-D Secure sends the browser afterwards; the provider adds `cko-session-id`. */
  successUrl: string
  failureUrl: string
}

export interface ProviderCard {
  /** For charging it again; null when it was not stored. */
  instrumentId: string | null
  fingerprint: string | null
  scheme: string
  last4Digits: string
  expiryMonth: number
  expiryYear: number
}

/** A payment as the provider knows it at this moment. */
export interface ProviderPayment {
  id: string
  /** Our charge's id. */
  reference: string
  amountPence: Pence
  /** GBX or EUX; null for a currency we never ask for. */
  currency: string | null
  /**
   * pending: being worked on, or waiting for 3-D Secure (then with `redirectUrl`) · authorised · verified (amount 0) ·
   * captured: in part or whole, also when refunded later · declined · expired: 3-D Secure or the authorisation lapsed · voided
   */
  status: 'pending' | 'authorised' | 'verified' | 'captured' | 'declined' | 'expired' | 'voided'
  redirectUrl: string | null
  /** The provider's reason where it was declined, for example 20051. */
  responseCode: string | null
  responseSummary: string | null
  card: ProviderCard | null
}

export interface ProviderDispute {
  id: string
  paymentId: string
  amountPence: Pence
  status: 'open' | 'won' | 'lost'
}

/** Where a card is typed: the component that the provider draws into a page of ours. */
interface CardEntry {
  publicKey: string
  /** The provider's script. */
  scriptUrl: string
  /** Which of the provider's worlds the key is of. */
  environment: 'sandbox' | 'production'
}

export interface EntryRequest {
  /** GBX or EUX. */
  currency: string
  /** Pages of ours. The provider asks for them; entering a card leads nowhere. */
  successUrl: string
  failureUrl: string
}

/** A movement of money in the provider's own records, or a part of one. */
export interface CardMovement {
  /** The same in every report that it stands in. */
  id: string
  paymentId: string
  /** other: what is between the provider and us, such as its fees. */
  kind: 'capture' | 'refund' | 'chargeback' | 'chargeback-reversal' | 'other'
  /** ISO 4217. */
  currency: string
  /** Above nothing is to us. */
  amountPence: Pence
  payoutId: string | null
  /** What it adds to its payout, in hundred-millionths of the currency that is paid out. */
  heldUnits: bigint
}

export interface CardPayout {
  id: string
  currency: string
  amountPence: Pence
}

/** What the provider says has moved. */
export interface CardRecords {
  movements: CardMovement[]
  payouts: CardPayout[]
}

/** A notice of the provider, its signature checked. It only says where to look. */
export interface CardEvent {
  id: string
  type: string
  at: Date | null
  subject: { payment: string; reference: string | null } | { dispute: string } | null
}

interface Amount {
  amountPence: Pence
  /** Makes the request happen once however often it is sent. */
  key: string
}

/**
 * Card payments at an outside party. Every call may throw `CardsUncertain` (no answer: it may have happened or not, ask
 * again by reference) or `CardsRefused` (understood and refused, nothing happened).
 */
export interface CardProvider {
  entry: CardEntry
  /**
   * Opens a session in which one person enters a card. No money can move by it: its amount is nothing.
   * @returns the provider's whole answer, which its component wants; never to be logged or kept
   */
  openEntry(request: EntryRequest): Promise<Record<string, unknown>>
  authorise(request: Authorisation): Promise<ProviderPayment>
  /** By the provider's payment id or by a 3-D Secure session (`sid_…`); null where there is none. */
  payment(paymentOrSessionId: string): Promise<ProviderPayment | null>
  /** The payment made for a charge, where one reached the provider. */
  paymentByReference(chargeId: string): Promise<ProviderPayment | null>
  /** Asks for the money, all or a part, once; the rest is released. It is taken a moment later: see `payment`. */
  capture(paymentId: string, amount: Amount): Promise<void>
  void(paymentId: string, options: { key: string }): Promise<void>
  refund(paymentId: string, amount: Amount): Promise<void>
  /** Has the provider forget a stored card; one it does not know is as good as forgotten. */
  forgetInstrument(instrumentId: string): Promise<void>
  dispute(disputeId: string): Promise<ProviderDispute | null>
  /** What reports made in a time say has moved. */
  records(made: { from: Date; until: Date }): Promise<CardRecords>
  /** As records, from report files as they are downloaded. @throws CardsRefused for files of another kind */
  readRecords(files: readonly string[]): CardRecords
  /** Null where the signature is not the provider's. */
  readEvent(rawBody: string, signature: string | null): CardEvent | null
}

/** No usable answer: a timeout, a dropped connection, the provider's own failure. */
export class CardsUncertain extends Error {
  override name = 'CardsUncertain'
}

/** Understood and refused: nothing happened. */
export class CardsRefused extends Error {
  override name = 'CardsRefused'
  /** The provider's words for it, for example `token_expired`. */
  readonly codes: readonly string[]
  constructor(message: string, codes: readonly string[] = []) {
    super(message)
    this.codes = codes
  }
}
