import { inflateSync } from 'node:zlib'

export interface EnvelopeItem {
  type: string
  /** JSON as text; of a recording, its events. */
  payload: string
}

export interface Envelope {
  header: Record<string, unknown>
  items: EnvelopeItem[]
}

const LINE_END = 10

/** Reads Sentry's envelopes: a header line, then items of a header line and a payload each. @throws where it is none */
export function readEnvelope(bytes: Buffer): Envelope {
  let at = 0
  const line = () => {
    const end = bytes.indexOf(LINE_END, at)
    const text = bytes.subarray(at, end < 0 ? bytes.length : end)
    at = end < 0 ? bytes.length : end + 1
    return text
  }
  const header = JSON.parse(line().toString()) as Record<string, unknown>
  const items: EnvelopeItem[] = []
  while (at < bytes.length) {
    const head = line()
    if (head.length === 0) continue
    const { type, length } = JSON.parse(head.toString()) as { type: string; length?: number }
    const payload = length === undefined ? line() : bytes.subarray(at, at + length)
    if (length !== undefined) at += length + 1
    items.push({ type, payload: type === 'replay_recording' ? readRecording(payload) : payload.toString() })
  }
  return { header, items }
}

/** A header line, then events: as JSON, or packed. */
function readRecording(payload: Buffer): string {
  const events = payload.subarray(payload.indexOf(LINE_END) + 1)
  return events[0] === '['.charCodeAt(0) ? events.toString() : inflateSync(events).toString()
}
