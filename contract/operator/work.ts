import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { reason } from '../core/operators.ts'
import { data, freeText, id, innerPage, innerPageQuery, success } from '../core/shapes.ts'

export const getWork = endpoint({
  id: 'getWork',
  method: 'GET',
  path: '/v3/operator/work',
  tag: 'Operator',
  summary: 'The queues, the jobs that were given up, page by page and the newest first, and what is on hold.',
  access: 'operator',
  operator: { permission: 'view-console' },
  query: z.object(innerPageQuery),
  response: data(
    z.object({
      pages: innerPage,
      queues: z.array(
        z.object({
          queue: z.string(),
          ready: z.int(),
          later: z.int(),
          running: z.int(),
          oldestReadySeconds: z.number(),
        }),
      ),
      failed: z.array(
        z.object({
          id: z.string(),
          queue: z.string(),
          failedAt: z.string(),
          tries: z.int(),
          reason: z.string(),
          /** Ids and figures only. */
          payload: z.string(),
        }),
      ),
      holds: z.array(
        z.object({ id: z.string(), source: z.string(), heldAt: z.string(), size: z.int(), usual: z.int() }),
      ),
    }),
  ),
})

export const retryJobs = endpoint({
  id: 'retryJobs',
  method: 'POST',
  path: '/v3/operator/work/retry',
  tag: 'Operator',
  summary: 'Puts jobs that were given up back in their queues: one, or all of a queue.',
  access: 'operator',
  operator: { permission: 'retry-work', needsReason: true },
  body: z
    .object({ jobId: id('job').optional(), queue: freeText(100).min(1).optional(), reason: reason() })
    .refine(({ jobId, queue }) => (jobId === undefined) !== (queue === undefined), {
      path: ['jobId'],
      message: 'give a job or a queue, not both',
    }),
  response: data(z.object({ retried: z.int() })),
  errors: ['not_found'],
})

export const releaseWork = endpoint({
  id: 'releaseWork',
  method: 'POST',
  path: '/v3/operator/work/holds/{id}/release',
  tag: 'Operator',
  summary: 'Lets what is on hold run.',
  access: 'operator',
  operator: { permission: 'release-work', needsReason: true },
  params: z.object({ id: id('hold') }),
  body: z.object({ reason: reason() }),
  response: data(success()),
  errors: ['not_found'],
})

export const operatorWorkEndpoints = { getWork, retryJobs, releaseWork }
