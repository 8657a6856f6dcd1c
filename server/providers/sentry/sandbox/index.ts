import { type Context, Hono } from 'hono'
import {
  clearSandboxMonitoring,
  getSandboxMonitoring,
  type MonitoringFailure,
  planSandboxMonitoringFailure,
  type SandboxReport,
} from '#contract/sandbox/monitoring.ts'
import { newId } from '#kit/ids.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { type Sandbox, serveApp } from '#server/providers/sandbox/sandbox.ts'
import { type EnvelopeItem, readEnvelope } from './envelope.ts'

/** A receiver of error reports of our own that speaks Sentry's HTTP. */
export interface SentrySandbox extends Sandbox {
  /** How the client reaches it. */
  dsn: string
}

const KEY = 'sandbox'
const PROJECT = '1'
const MOST_KEPT = 200
const MOST_PAYLOAD_LENGTH = 2_000_000

/** What it received is in memory, the newest first: it goes when this process stops. */
export async function openSentrySandbox({ nowMs }: { nowMs: () => number }): Promise<SentrySandbox> {
  const received: SandboxReport[] = []
  const planned: { failure: MonitoringFailure; times: number }[] = []
  const app = new Hono()
  app.post(`/api/${PROJECT}/envelope/`, async (context) => {
    if (context.req.query('sentry_key') !== KEY) return context.json({ detail: 'missing or unknown key' }, 403)
    const failure = takeFailure(planned)
    if (failure) return fail(context, failure)
    const bytes = Buffer.from(await context.req.arrayBuffer())
    try {
      const { items } = readEnvelope(bytes)
      const at = new Date(nowMs()).toISOString()
      received.unshift(...items.map((item) => toSandboxReport(item, at)).reverse())
      received.length = Math.min(received.length, MOST_KEPT)
      return context.json({ id: newId() })
    } catch {
      return context.json({ detail: 'invalid envelope' }, 400)
    }
  })
  const socket = await serveApp(app)
  return {
    dsn: `${socket.url.replace('://', `://${KEY}@`)}/${PROJECT}`,
    routes: monitoringRoutes(received, planned),
    close: socket.close,
  }
}

function monitoringRoutes(
  received: SandboxReport[],
  planned: { failure: MonitoringFailure; times: number }[],
): Route[] {
  const serialize = async (isOn: boolean) => ({ data: { isOn, received, planned } })
  return [
    read(getSandboxMonitoring, ({ posy }) => serialize(posy.providers.monitoring !== null)),
    read(clearSandboxMonitoring, ({ posy }) => {
      received.length = 0
      planned.length = 0
      return serialize(posy.providers.monitoring !== null)
    }),
    read(planSandboxMonitoringFailure, ({ posy, body }) => {
      planned.push(body)
      return serialize(posy.providers.monitoring !== null)
    }),
  ]
}

function takeFailure(planned: { failure: MonitoringFailure; times: number }[]): MonitoringFailure | null {
  const [next] = planned
  if (!next) return null
  next.times -= 1
  if (next.times === 0) planned.shift()
  return next.failure
}

function fail(context: Context, failure: MonitoringFailure): Response {
  if (failure === 'throttled')
    return context.json({ detail: 'rate limited' }, 429, {
      'retry-after': '60',
      'x-sentry-rate-limits': '60::organization',
    })
  return context.json({ detail: 'internal error' }, 500)
}

interface Told {
  environment?: string
  platform?: string
  transaction?: string
  message?: string
  exception?: { values?: { type?: string; value?: string }[] }
}

function toSandboxReport({ type, payload }: EnvelopeItem, at: string): SandboxReport {
  const told = parseMonitoringReport(payload)
  const exception = told.exception?.values?.at(-1)
  const error = exception && [exception.type, exception.value].filter(Boolean).join(': ')
  return {
    id: newId(),
    at,
    type,
    title: error || told.message || told.transaction || null,
    environment: told.environment ?? null,
    platform: told.platform ?? null,
    payload: payload.slice(0, MOST_PAYLOAD_LENGTH),
  }
}

function parseMonitoringReport(payload: string): Told {
  try {
    const value: unknown = JSON.parse(payload)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
