export interface OutgoingText {
  /** E.164. */
  to: string
  text: string
  /** Where the provider reports what happened to it. */
  statusUrl: string
}

/** How a text fares, in the words of delivery statuses. */
export type TextStatus =
  | 'sent'
  | 'delivered'
  | 'bounce'
  | 'blocked'
  | 'spam'
  | 'dropped'
  | 'unknown'
  | 'undefined'
  | 'failed'
  | 'rejected'
  | 'expired'

/** A signed request of the provider's, as it arrived. */
export interface SignedRequest {
  /** As the provider was given it. */
  url: string
  rawBody: string
  signature: string | null
}

export interface TextReport {
  providerId: string
  status: TextStatus
  /** The provider's code for what went wrong. */
  reason: string | null
}

/** A text that someone sent to our number. */
interface TextReply {
  from: string
  text: string
}

/**
 * Sends texts. Throws `TextRefused` where trying again changes nothing; anything else may be tried again, and is `ServerAway`
 * where it was no fault of the text. The messages of
 * its errors are stored and logged: they hold codes, never numbers or the words of the other side.
 */
export interface Sms {
  /** The number that texts come from and that can be answered; null where they come from a name. */
  replyNumber: string | null
  send(text: OutgoingText): Promise<{ providerId: string }>
  /** Null where the report is of no interest (queued, sending). */
  readReport(request: SignedRequest): Promise<TextReport | 'forged' | null>
  readReply(request: SignedRequest): Promise<TextReply | 'forged'>
}

export class TextRefused extends Error {
  override name = 'TextRefused'
  readonly status: Exclude<TextStatus, 'sent' | 'delivered'>
  constructor(message: string, status: Exclude<TextStatus, 'sent' | 'delivered'>) {
    super(message)
    this.status = status
  }
}
