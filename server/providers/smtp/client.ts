import { createTransport } from 'nodemailer'
import { isThisMachine } from '#server/platform/this-machine.ts'
import { type Mailer, MailPutOff, MailRefused, type OutgoingMail } from '#server/providers/smtp/types.ts'
import { ServerAway } from '#server/providers/types.ts'

export interface SmtpMailer extends Mailer {
  close(): Promise<void>
}

/** How many messages may be on their way at once; the senders of the product use the same figure. */
const MAX_CONNECTIONS = 5
/** Longest silence of the server in any one step of the conversation. */
const STEP_TIMEOUT_MS = 10_000
/** A whole delivery: senders hold a message for longer than this, so no one else takes it meanwhile. */
const DELIVERY_TIMEOUT_MS = 25_000

/** Sends over SMTP through a pool of connections. `url` is `smtp://` or `smtps://`, with credentials where needed. */
export function openSmtpMailer({
  url,
  from,
  forSendGrid = false,
}: {
  url: string
  from: string
  /** Has SendGrid name our message in its events. */
  forSendGrid?: boolean
}): SmtpMailer {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: MAX_CONNECTIONS,
    // Once over a fresh connection, when the server had closed an idle one and not a byte was sent. Any other attempt
    // is the product's to decide and to count.
    maxRequeues: 1,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Passwords and gifts go over TLS or not at all, but for a server of this machine. An operator may say otherwise in the address.
    requireTLS: requiresTls(url),
  })
  return {
    verify: async () => void (await transport.verify()),
    send: async ({ to, subject, html, text, messageId, attachments = [] }: OutgoingMail) => {
      if (!isPlainAddress(to)) throw new MailRefused('not an address that mail can be sent to', 'rejected')
      await transport
        .sendMail({
          from,
          // As an object it is one address, never parsed as a list or a header.
          to: { name: '', address: to },
          subject: oneLine(subject),
          html,
          text,
          messageId: oneLine(messageId),
          attachments: attachments.map(({ fileName, contentType, content }) => ({
            filename: oneLine(fileName),
            contentType,
            content,
          })),
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(forSendGrid && { 'X-SMTPAPI': JSON.stringify({ unique_args: { posy_message: oneLine(messageId) } }) }),
          },
          signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
        })
        .catch((error: unknown) => {
          throw explain(error)
        })
    },
    close: async () => transport.close(),
  }
}

/** `smtp://` begins in clear, and without this stays so where STARTTLS is not offered, or was struck out on the way. */
export function requiresTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  const said = searchParams.get('requireTLS')
  return protocol === 'smtp:' && (said === null ? !isThisMachine(hostname) : said !== 'false')
}

/** Control characters and every Unicode line break become spaces: nothing in a header can start another one. */
const oneLine = (value: string): string => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** One mailbox without display name, comments or lists. */
const isPlainAddress = (address: string): boolean =>
  /^[^\s<>()[\],;:"\\@\p{Cc}]+@[^\s<>()[\],;:"\\@\p{Cc}]+$/u.test(address)

interface SmtpError {
  code?: string
  responseCode?: number
  response?: string
  command?: string
}

/** “Service not available, closing transmission channel”, at whatever command. */
const SERVICE_CLOSES = 421

/**
 * The server's refusal without its words, which often repeat the address. A refused recipient or message will never
 * work; everything else (4xx, connection, time-out, our own credentials or sender) may be tried again.
 */
function explain(error: unknown): Error {
  const { code = 'unknown', responseCode, response = '', command = 'connection' } = error as SmtpError
  const refusedForGood = responseCode !== undefined && responseCode >= 550 && responseCode < 600
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  const enhanced = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const said = [responseCode, enhanced].filter(Boolean).join(' ') || code
  const summary = `SMTP ${said} at ${command}`
  const isAway = responseCode === undefined || responseCode === SERVICE_CLOSES || !aboutThisMail
  if (isAway) return new ServerAway(summary)
  if (responseCode < 500) return new MailPutOff(summary)
  if (!refusedForGood) return new Error(summary)
  // What is said of the mail says nothing of the address: its size, its encoding, their rules.
  const isPolicy = enhanced ? /^5\.[367]\./.test(enhanced) : command === 'DATA' || responseCode === 554
  return new MailRefused(summary, isPolicy ? 'blocked' : 'bounce')
}
