import { setImmediate as pause } from 'node:timers/promises'
import type { Hono } from 'hono'
import { contract } from '#contract/index.ts'
import { openApiDocumentInSteps } from '#contract/reference/openapi.ts'
import { sandboxEndpoints } from '#contract/sandbox/index.ts'
import { json } from '#server/platform/http/answer.ts'
import { type Metrics, watchGauge } from '#server/platform/metrics.ts'
import type { Posy } from '#server/platform/posy.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { isSameSecret } from '#server/platform/sealing.ts'
import { freeBytes, type Stat, TOO_FULL_BYTES } from './free-space.ts'

/** What a process that is being stopped says first, so that nothing new is sent to it. */
export interface Lifecycle {
  stopping: boolean
}

/** Health, readiness and metrics, for machines that watch; answered past the pool, so that they tell of a full one too. */
export function mountWatch(api: Hono, posy: Posy, metrics: Metrics, lifecycle: Lifecycle, stat?: Stat): void {
  const { config, watch } = posy
  api.get('/health', () => json({ data: { status: 'ok' } }))
  api.get('/ready', async () => {
    const status = lifecycle.stopping
      ? 'stopping'
      : (await watch.check()) !== null
        ? 'database unreachable'
        : (watch.clockTrouble() ?? (isFull(posy, stat) ? 'disk full' : 'ready'))
    return json({ data: { status } }, status === 'ready' ? 200 : 503)
  })
  api.get('/metrics', async (context) => {
    // What happens here concerns no one outside: without a token it is shown on a developer's machine only.
    if (!config.metricsToken && !config.sandbox) throw notFound('endpoint GET /metrics')
    if (
      config.metricsToken &&
      !isSameSecret(context.req.header('authorization') ?? '', `Bearer ${config.metricsToken}`)
    )
      throw new Problem('unauthenticated', 'The metrics are for who has their token.', {
        help: 'Send METRICS_TOKEN as the bearer token.',
      })
    return new Response(await metrics.registry.metrics(), { headers: { 'content-type': metrics.registry.contentType } })
  })
}

/** A server of its own says so itself, and files alone are no reason to stop. */
const isFull = ({ database, config }: Posy, stat?: Stat): boolean =>
  database.kind === 'pglite' && (freeBytes(config.dataDir, stat) ?? Infinity) < TOO_FULL_BYTES

export const watchFreeSpace = (metrics: Metrics, posy: Posy): void =>
  watchGauge(
    metrics,
    posy,
    {
      name: 'posy_data_free_bytes',
      help: 'What is free where files (and an embedded database) are; none where files are in a bucket.',
    },
    (gauge) => {
      const free = posy.config.s3 ? null : freeBytes(posy.config.dataDir)
      if (free !== null) gauge.set(free)
    },
  )

/** The OpenAPI document, made when it is first asked for: a process that starts has more urgent things to do. */
export function mountDocument(api: Hono, { config }: Posy): void {
  const endpoints = { ...contract, ...(config.sandbox ? sandboxEndpoints : {}) }
  const make = async () => {
    // Some hundred files.
    const { recordedExamples } = await import('#contract/reference/recorded-examples.ts')
    return JSON.stringify(await openApiDocumentInSteps(pause, endpoints, config.publicUrl, recordedExamples))
  }
  let document: Promise<string> | undefined
  api.get('/openapi.json', async () => {
    // One that could not be made is made again for who asks next.
    document ??= make().catch((error: unknown) => {
      document = undefined
      throw error
    })
    return new Response(await document, { headers: { 'content-type': 'application/json; charset=utf-8' } })
  })
}

/** Half a year: RFC 9116 asks for less than a year, so that no contact stands for good that is not read. */
const CONTACT_GOOD_FOR_MS = 182 * 86_400_000

/** Whom to tell of a hole (RFC 9116). */
export function mountSecurityContact(api: Hono, { config, wall }: Posy): void {
  api.get('/.well-known/security.txt', () => {
    const lines = [
      `Contact: ${config.links.security}`,
      `Expires: ${new Date(wall.nowMs() + CONTACT_GOOD_FOR_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ]
    return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  })
}
