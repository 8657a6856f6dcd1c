import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'

const MOST_SQL_LETTERS = 2000

/** For Kysely's log: a query that was answered, as part of what asked it. */
export function traceQuery({ query: { sql }, queryDurationMillis, level }: LogEvent): void {
  if (!trace.getActiveSpan()?.isRecording()) return
  const endMs = Date.now()
  const span = trace.getTracer('posy').startSpan(sql.trimStart().split(/\s/, 1)[0]!.toUpperCase(), {
    kind: SpanKind.CLIENT,
    startTime: endMs - queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, MOST_SQL_LETTERS) },
  })
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endMs)
}
