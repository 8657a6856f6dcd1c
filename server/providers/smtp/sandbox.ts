import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  /** The message as it came over the wire: headers and MIME parts. */
  raw: Buffer
}

/** A mail server of our own, and the ways in which real ones fail. */
export interface SmtpSandbox {
  readonly url: string
  readonly port: number
  /** Answers the next messages with this SMTP code, at RCPT TO unless told. Nothing is stored. */
  failNext(failure: { code: number; times?: number; at?: 'rcpt' | 'data' }): void
  /** Takes the next messages, then drops the connection before saying so: the sender cannot know. */
  acceptThenDrop(times?: number): void
  /** Refuses connections and cuts those there are; the port is kept. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

interface Failure {
  code: number
  times: number
  at: 'rcpt' | 'data'
}

const LOOPBACK = '127.0.0.1'
const MAX_MAIL_BYTES = 10 * 1024 * 1024

class Refusal extends Error {
  readonly responseCode: number
  constructor(code: number, text: string) {
    super(text)
    this.responseCode = code
  }
}

/**
 * Starts the mail server on a port that the operating system chooses, reachable from this machine only.
 * `receive` has stored the message when it resolves; only then does the sender hear "250".
 * Mail to `bounce@…` and `blocked@…` is always refused for good, so that a person can try that as well.
 */
export async function openSmtpSandbox(receive: (mail: ReceivedMail) => Promise<void>): Promise<SmtpSandbox> {
  const failures: Failure[] = []
  let drops = 0
  let server: SMTPServer | null = null
  let port = 0
  const sockets = new Map<string, Socket>()

  const nextFailure = (at: Failure['at']): Refusal | null => {
    const failure = failures.find((one) => one.at === at && one.times > 0)
    if (!failure) return null
    failure.times -= 1
    return new Refusal(failure.code, failure.code < 500 ? 'Try again later' : 'No')
  }

  const accept = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    if (stream.sizeExceeded) throw new Refusal(552, 'Message too large')
    const refusal = nextFailure('data')
    if (refusal) throw refusal
    await receive({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) })
    if (drops === 0) return
    drops -= 1
    sockets.get(peer(session.remoteAddress, session.remotePort))?.destroy()
  }

  const listen = async () => {
    const made = new SMTPServer({
      name: 'sandbox',
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      size: MAX_MAIL_BYTES,
      closeTimeout: 1000,
      onRcptTo: ({ address }, _session, done) => done(habitualRefusal(address) ?? nextFailure('rcpt')),
      onData: (stream, session, done) => {
        accept(stream, session).then(
          () => done(),
          (error: Error) => done(error instanceof Refusal ? error : new Refusal(451, 'Could not store the message')),
        )
      },
    })
    // A client that goes away mid-sentence is its own business.
    made.on('error', () => {})
    made.server.on('connection', (socket: Socket) => {
      const key = peer(socket.remoteAddress, socket.remotePort)
      sockets.set(key, socket)
      socket.once('close', () => sockets.delete(key))
    })
    await new Promise<void>((resolve, reject) => {
      made.server.once('error', reject)
      made.listen(port, LOOPBACK, resolve)
    })
    port = (made.server.address() as AddressInfo).port
    server = made
  }

  const down = async () => {
    const closing = server
    server = null
    if (!closing) return
    await new Promise<void>((resolve) => {
      closing.close(() => resolve())
      for (const socket of sockets.values()) socket.destroy()
    })
  }

  await listen()
  return {
    url: `smtp://${LOOPBACK}:${port}`,
    port,
    failNext: ({ code, times = 1, at = 'rcpt' }) => void failures.push({ code, times, at }),
    acceptThenDrop: (times = 1) => {
      drops += times
    },
    down,
    up: async () => {
      if (!server) await listen()
    },
    close: down,
  }
}

const peer = (address: string | undefined, port: number | undefined): string => `${address ?? ''}:${port ?? 0}`

/** In the words of real servers, which repeat the address. */
function habitualRefusal(address: string): Refusal | null {
  const mailbox = address.split('@')[0]?.toLowerCase()
  if (mailbox === 'bounce') return new Refusal(550, `5.1.1 <${address}> No such mailbox`)
  if (mailbox === 'blocked') return new Refusal(554, `5.7.1 <${address}> Refused by policy`)
  return null
}
