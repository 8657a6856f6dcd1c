import type { Hono } from 'hono'
import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { sandboxEndpoints } from '#contract/sandbox.ts'
import { json } from '#server/platform/http/answer.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Posy } from '#server/platform/posy.ts'

/** Health, readiness, metrics and the OpenAPI document, for machines that watch. */
export function mountOperations(api: Hono, posy: Posy, metrics: Metrics): void {
  const { config } = posy
  const document = JSON.stringify(
    openApiDocument({ ...contract, ...(config.sandbox ? sandboxEndpoints : {}) }, config.publicUrl),
  )
  api.get('/health', () => json({ data: { status: 'ok' } }))
  api.get('/ready', async () => {
    const ready = await sql`select 1`.execute(posy.db).then(
      () => true,
      () => false,
    )
    return json({ data: { status: ready ? 'ready' : 'database unreachable' } }, ready ? 200 : 503)
  })
  api.get('/metrics', async (context) => {
    if (config.metricsToken && context.req.header('authorization') !== `Bearer ${config.metricsToken}`)
      return json({ code: 'unauthenticated' }, 401)
    return new Response(await metrics.registry.metrics(), { headers: { 'content-type': metrics.registry.contentType } })
  })
  api.get(
    '/openapi.json',
    () => new Response(document, { headers: { 'content-type': 'application/json; charset=utf-8' } }),
  )
}
