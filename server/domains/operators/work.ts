import { iso } from '#kit/time.ts'
import { openHolds } from '#server/platform/brake.ts'
import { innerPage } from '#server/platform/http/page.ts'
import type { Posy } from '#server/platform/posy.ts'
import { waitingFailedJobs } from '#server/platform/queue-tables.ts'

/** What the queues hold, what was given up, and what waits for an operator. */
export async function workPage(posy: Posy, asked: { page: number; per_page: number }) {
  const [queues, failed, { count }, holds] = await Promise.all([
    posy.queue.depths(),
    posy.queue.failed({ limit: asked.per_page, offset: (asked.page - 1) * asked.per_page }),
    waitingFailedJobs(posy.db),
    openHolds(posy.db),
  ])
  return {
    queues: queues
      .map(({ oldestUnfinishedSeconds: _, ...queue }) => queue)
      .sort((a, b) => (a.queue < b.queue ? -1 : 1)),
    failed: failed.map(({ failedAt, payload, ...job }) => ({
      ...job,
      failedAt: iso(failedAt),
      payload: JSON.stringify(payload),
    })),
    pages: innerPage(count, asked),
    holds: holds.map(({ heldAt, ...hold }) => ({ ...hold, heldAt: iso(heldAt) })),
  }
}
