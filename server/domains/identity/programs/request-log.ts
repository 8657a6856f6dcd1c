import { type SqlBool, sql } from 'kysely'
import type { ApiRequest, ApiRequestQuery } from '#contract/teams/api-keys.ts'
import { iso } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ProgramRequest } from '#server/platform/http/calls.ts'
import { cursorPage, cursorPlace } from '#server/platform/http/page.ts'
import type { Posy } from '#server/platform/posy.ts'

const WRITE_AFTER_MS = 1000
const BATCH = 500
const MOST_WAITING = 5000

/**
 * What programs ask, for their owners and support to look at. Rows wait a second and are written together, outside of the
 * requests. It is a help and no record: a process that dies loses its last second, a database that is away what came meanwhile.
 */
export class RequestLog {
  readonly #posy: Pick<Posy, 'db' | 'log'>
  readonly #waiting: ProgramRequest[] = []
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null
  constructor(posy: Pick<Posy, 'db' | 'log'>) {
    this.#posy = posy
  }
  add(request: ProgramRequest): void {
    if (this.#waiting.length >= MOST_WAITING) return
    this.#waiting.push(request)
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref()
  }
  /** Writes what waits. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }
  async #write(): Promise<void> {
    while (this.#waiting.length) {
      const rows = this.#waiting.splice(0, BATCH)
      try {
        await insertRequests(this.#posy.db, rows)
      } catch (error) {
        this.#posy.log.warn({ err: error, lost: rows.length }, 'requests of programs could not be logged')
      }
    }
  }
}

async function insertRequests(db: Db, requests: readonly ProgramRequest[]): Promise<void> {
  await db
    .insertInto('api_request')
    .values(
      requests.map(({ apiKeyId, clientId, at, method, path, asked, status, durationMs, requestId, ...why }) => ({
        api_key_id: apiKeyId,
        client_id: clientId,
        at,
        method,
        path,
        asked,
        status,
        duration_ms: durationMs,
        request_id: requestId,
        caller_request_id: why.callerRequestId,
        code: why.code,
        fields: why.fields.length ? JSON.stringify(why.fields) : null,
        body: why.body === null || why.body === undefined ? null : JSON.stringify(why.body),
      })),
    )
    .execute()
}

/** Written out, so that the partial index is found whatever the parameters. */
const outcomes: Record<string, ReturnType<typeof sql<SqlBool>>> = {
  '2xx': sql<SqlBool>`status < 300`,
  '4xx': sql<SqlBool>`status >= 400 and status < 500`,
  '5xx': sql<SqlBool>`status >= 500`,
}
const cameOut = (status: NonNullable<ApiRequestQuery['status']>) =>
  outcomes[status] ?? sql<SqlBool>`status >= 400 and status = ${Number(status)}`

/** One page of what a key or a client asked, newest first. @throws invalid_fields (422) for a cursor that is none of ours */
export async function apiRequestsPage(
  db: Db,
  whose: { keyId: string } | { clientId: string },
  { requestId, ...query }: ApiRequestQuery & { requestId?: string | undefined },
) {
  const isBack = query.previous !== undefined
  const place = cursorPlace(query.previous ?? query.next, isBack ? 'previous' : 'next', ['bigint'])
  let found = db
    .selectFrom('api_request')
    .select(['id', 'at', 'method', 'path', 'asked', 'status', 'duration_ms', 'request_id'])
    .select(['caller_request_id', 'code', 'fields', 'body'])
    .where('keyId' in whose ? sql<SqlBool>`api_key_id = ${whose.keyId}` : sql<SqlBool>`client_id = ${whose.clientId}`)
    .orderBy('id', isBack ? 'asc' : 'desc')
    .limit(query.limit + 1)
  if (query.status) found = found.where(cameOut(query.status))
  if (requestId) found = found.where(sql<SqlBool>`(request_id = ${requestId} or caller_request_id = ${requestId})`)
  if (place) found = found.where('id', isBack ? '>' : '<', place[0])
  const page = cursorPage(await found.execute(), query, ({ id }) => [id])
  return {
    ...page,
    data: page.data.map(
      (row): ApiRequest => ({
        id: row.id,
        at: iso(row.at),
        method: row.method,
        path: row.path,
        asked: row.asked,
        status: row.status,
        durationMs: row.duration_ms,
        requestId: row.request_id,
        callerRequestId: row.caller_request_id,
        code: row.code,
        fields: (row.fields ?? []) as ApiRequest['fields'],
        body: row.body,
      }),
    ),
  }
}
