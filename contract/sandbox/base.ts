import { z } from 'zod'

/** What is to go wrong next, and how often still. */
export const plannedFailure = { failure: z.string(), times: z.int() }
export const sandboxBase = { tag: 'Sandbox', access: 'public' } as const
export const failureTimes = () => z.int().min(1).max(100).default(1)
export const newestQuery = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) })
