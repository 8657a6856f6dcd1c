import type { ReportRefusal } from '#server/providers/sentry/types.ts'
import { type Dsn, readDsn, tunnelQuery } from './dsn.ts'

const MOST_HEADER_BYTES = 10_000
const LINE_END = 10

/** Whether query and header of an envelope both name this project and no other; we pass nothing on to anyone else. */
export function envelopeRefusal(dsn: Dsn, query: URLSearchParams, body: Uint8Array): ReportRefusal | null {
  const expected = tunnelQuery(dsn)
  for (const name of ['o', 'p', 'r']) if (query.getAll(name).join() !== expected.getAll(name).join()) return 'foreign'
  const header = readHeader(body)
  if (!header) return 'malformed'
  const named = parseDsn(header.dsn)
  if (!named) return 'malformed'
  return named.envelopeUrl === dsn.envelopeUrl ? null : 'foreign'
}

function readHeader(body: Uint8Array): { dsn?: unknown } | null {
  const end = body.subarray(0, MOST_HEADER_BYTES).indexOf(LINE_END)
  if (end < 0) return null
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(0, end)))
    return typeof header === 'object' ? header : null
  } catch {
    return null
  }
}

function parseDsn(value: unknown): Dsn | null {
  try {
    return typeof value === 'string' ? readDsn(value) : null
  } catch {
    return null
  }
}
