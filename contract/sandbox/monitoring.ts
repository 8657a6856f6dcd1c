import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { data } from '../core/shapes.ts'
import { failureTimes, plannedFailure, sandboxBase } from './base.ts'

/** throttled: 429, for a minute · error: 500 */
const monitoringFailures = ['throttled', 'error'] as const
export type MonitoringFailure = (typeof monitoringFailures)[number]

/** One thing that a browser or the server reported, as it arrived. */
const SandboxReport = z.object({
  id: z.string(),
  at: z.string(),
  /** As Sentry calls it: event, transaction, replay_recording and so on. */
  type: z.string(),
  title: z.string().nullable(),
  environment: z.string().nullable(),
  platform: z.string().nullable(),
  payload: z.string(),
})
export type SandboxReport = z.infer<typeof SandboxReport>

/** The simulated receiver of error reports. */
const SandboxMonitoring = z.object({
  /** Whether anything is reported at all. */
  isOn: z.boolean(),
  received: z.array(SandboxReport),
  planned: z.array(z.object(plannedFailure)),
})

export const getSandboxMonitoring = endpoint({
  ...sandboxBase,
  id: 'getSandboxMonitoring',
  method: 'GET',
  path: '/sandbox/monitoring',
  summary: 'What was reported of errors and traces, newest first. Exists in the sandbox only.',
  response: data(SandboxMonitoring),
})

export const planSandboxMonitoringFailure = endpoint({
  ...sandboxBase,
  id: 'planSandboxMonitoringFailure',
  method: 'POST',
  path: '/sandbox/monitoring/failures',
  summary: 'Makes the next reports go wrong. Exists in the sandbox only.',
  body: z.strictObject({ failure: z.enum(monitoringFailures), times: failureTimes() }),
  response: data(SandboxMonitoring),
})

export const clearSandboxMonitoring = endpoint({
  ...sandboxBase,
  id: 'clearSandboxMonitoring',
  method: 'POST',
  path: '/sandbox/monitoring/well',
  summary: 'Forgets what was reported and what was to go wrong. Exists in the sandbox only.',
  response: data(SandboxMonitoring),
})

export const monitoringEndpoints = {
  getSandboxMonitoring,
  planSandboxMonitoringFailure,
  clearSandboxMonitoring,
}
