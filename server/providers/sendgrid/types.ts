/** What the mail provider reports of one of our mails, in the words of delivery statuses. */
export interface EmailEvent {
  /** The provider's name of the event: the same again is the same event. */
  id: string
  /** Of the mail, as we sent it. */
  messageId: string
  status: 'delivered' | 'bounce' | 'blocked' | 'spam' | 'dropped' | 'unknown'
  address: string
  /** Nothing more is to be sent to the address: it does not exist, or its owner complained. */
  block: 'bounce' | 'complaint' | null
  /** Codes only: the other side's words repeat the address. */
  reason: string | null
}

/** Reads the signed events of a mail provider; those that change nothing (opened, clicked, deferred) are left out. */
export interface EmailEvents {
  readEvents(request: { rawBody: string; signature: string | null; timestamp: string | null }): EmailEvent[] | 'forged'
}
