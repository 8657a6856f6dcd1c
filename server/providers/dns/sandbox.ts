import { createSocket } from 'node:dgram'
import { decode, encode } from 'dns-packet'
import { getSandboxDns, putSandboxDnsRecord } from '#contract/sandbox/dns.ts'
import { read } from '#server/platform/http/route.ts'
import { LOOPBACK, type Sandbox } from '#server/providers/sandbox/sandbox.ts'

const TTL_SECONDS = 1

/** A name server of our own, which knows the TXT records that it was given. It forgets them with its process. */
export interface DnsSandbox extends Sandbox {
  /** Where the client asks it. */
  server: string
  /** Publishes a record, or with no text takes all of a name away. */
  put(name: string, text: string): void
}

export async function openDnsSandbox(): Promise<DnsSandbox> {
  const records = new Map<string, string[]>()
  const put = (name: string, text: string) => {
    if (text) records.set(name, [...new Set([...(records.get(name) ?? []), text])])
    else records.delete(name)
  }
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const answer = answerTo(message, records)
    if (answer) socket.send(answer, port, address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(0, LOOPBACK, resolve)
  })
  const shown = () => ({
    data: { records: [...records].flatMap(([name, texts]) => texts.map((text) => ({ name, text }))) },
  })
  return {
    server: `${LOOPBACK}:${socket.address().port}`,
    routes: [
      read(getSandboxDns, async () => shown()),
      read(putSandboxDnsRecord, async ({ body }) => {
        put(body.name, body.text)
        return shown()
      }),
    ],
    put,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** @returns null for what is no question */
function answerTo(message: Buffer, records: ReadonlyMap<string, string[]>): Buffer | null {
  const asked = readQuestion(message)
  if (!asked) return null
  const { id, question } = asked
  const texts = records.get(question.name.toLowerCase())
  const NXDOMAIN = 3
  return encode({
    type: 'response',
    id: id ?? 0,
    flags: texts ? 0 : NXDOMAIN,
    questions: [question],
    answers:
      question.type === 'TXT'
        ? (texts ?? []).map((data) => ({ type: 'TXT' as const, name: question.name, ttl: TTL_SECONDS, data }))
        : [],
  })
}

function readQuestion(message: Buffer) {
  try {
    const { id, questions } = decode(message)
    const question = questions?.[0]
    return question ? { id, question } : null
  } catch {
    return null
  }
}
