import { iso } from '#kit/time.ts'
import { openHolds } from '#server/platform/brake.ts'
import type { Posy } from '#server/platform/posy.ts'

/** What the queues hold, what was given up, and what waits for an operator. */
export async function workPage(posy: Posy) {
  const [queues, failed, holds] = await Promise.all([posy.queue.depths(), posy.queue.failed(), openHolds(posy.db)])
  return {
    queues: queues
      .map(({ oldestUnfinishedSeconds: _, ...queue }) => queue)
      .sort((a, b) => (a.queue < b.queue ? -1 : 1)),
    failed: failed.map(({ failedAt, payload, ...job }) => ({
      ...job,
      failedAt: iso(failedAt),
      payload: JSON.stringify(payload),
    })),
    holds: holds.map(({ heldAt, ...hold }) => ({ ...hold, heldAt: iso(heldAt) })),
  }
}
