import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'

const MOST_SQL_LETTERS = 2000

/** The first word of a statement, past a comment that stands before it. */
export const spanName = (sql: string): string => /^(?:\s|\/\*.*?\*\/)*(\w*)/s.exec(sql)![1]!.toUpperCase()

/** For Kysely's log: a query that was answered, as part of what asked it. */
export function traceQuery({ query: { sql }, queryDurationMillis, level }: LogEvent): void {
  if (!trace.getActiveSpan()?.isRecording()) return
  const endMs = Date.now()
  const span = trace.getTracer('posy').startSpan(spanName(sql), {
    kind: SpanKind.CLIENT,
    startTime: endMs - queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, MOST_SQL_LETTERS) },
  })
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endMs)
}
