import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, id, page } from '../core/shapes.ts'

export const ReconcileRun = z.object({
  id: z.string(),
  /** YYYY-MM-DD; null where an operator asked for it. */
  night: z.string().nullable(),
  askedBy: z.string().nullable(),
  reason: z.string().nullable(),
  checks: z.int(),
  startedAt: z.string(),
  /** Null while it is under way, and so are the figures. */
  endedAt: z.string().nullable(),
  findings: z.int().nullable(),
  /** Checks that gave no answer. */
  unanswered: z.int().nullable(),
})
export type ReconcileRun = z.infer<typeof ReconcileRun>

export const ReconcileResult = z.object({
  name: z.string(),
  /** Null where it gave no answer. */
  findings: z.int().nullable(),
  error: z.string().nullable(),
  /** The first twenty of them. */
  first: z.array(z.object({ subject: z.string(), expected: z.string().nullable(), found: z.string().nullable() })),
  durationMs: z.int(),
})
export type ReconcileResult = z.infer<typeof ReconcileResult>

const reconciliation = { tag: 'Operator', access: 'operator' } as const

export const listReconcileRuns = endpoint({
  ...reconciliation,
  id: 'listReconcileRuns',
  method: 'GET',
  path: '/v3/operator/reconciliation',
  summary: 'What reconcile found, the latest run first.',
  operator: { permission: 'view-reconciliation' },
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: page(ReconcileRun),
})

export const getReconcileRun = endpoint({
  ...reconciliation,
  id: 'getReconcileRun',
  method: 'GET',
  path: '/v3/operator/reconciliation/{id}',
  summary: 'What each check of a run gave, what does not agree before all others.',
  operator: { permission: 'view-reconciliation' },
  params: z.object({ id: id('reconcileRun') }),
  response: data(ReconcileRun.extend({ results: z.array(ReconcileResult) })),
  errors: ['not_found'],
})

export const startReconcile = endpoint({
  ...reconciliation,
  id: 'startReconcile',
  method: 'POST',
  path: '/v3/operator/reconciliation',
  summary: 'Runs every check now.',
  operator: { permission: 'run-reconciliation', needsReason: true },
  body: z.object({ reason: reason() }),
  response: data(z.object({ id: z.string() })),
  errors: ['wrong_state'],
})

export const reconciliationEndpoints = { listReconcileRuns, getReconcileRun, startReconcile }
