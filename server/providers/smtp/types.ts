export interface OutgoingMail {
  to: string
  subject: string
  html: string
  text: string
  /** Kept the same over retries, so that receivers can drop a duplicate. */
  messageId: string
  attachments?: MailAttachment[]
}

interface MailAttachment {
  fileName: string
  contentType: string
  content: Buffer
}

/**
 * Sends mail. Throws `MailRefused` for an address that will never work; anything else may be tried again, and is
 * `MailPutOff` where its receiver asks for that, `ServerAway` where it was no fault of the message. The messages of its
 * errors are stored and logged: they hold reply codes, never addresses or the words of the other side.
 */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
  /** Signs in to the mail server and sends nothing. @throws where it cannot */
  verify(): Promise<void>
}

/** The receiver takes it later, or never says no: greylisting, a full mailbox. */
export class MailPutOff extends Error {}

/** `bounce`: there is no such address. `blocked`: its server does not want the mail. `rejected`: it is none that we send to. */
type RefusalStatus = 'bounce' | 'blocked' | 'rejected'

export class MailRefused extends Error {
  readonly status: RefusalStatus
  constructor(message: string, status: RefusalStatus = 'bounce') {
    super(message)
    this.status = status
  }
}
