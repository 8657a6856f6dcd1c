import { runDue } from '#server/platform/due.ts'
import { startHousekeeping } from '#server/platform/housekeeping.ts'
import type { Posy } from '#server/platform/posy.ts'

const DUE_INTERVAL_MS = 1000

/** Takes jobs from the queue and looks once a second for what has fallen due. */
export async function startWorker(posy: Posy): Promise<{ stop(): Promise<void> }> {
  await posy.queue.work()
  const stopHousekeeping = startHousekeeping(posy)
  let running: Promise<void> | null = null
  const tick = async () => {
    await posy.clock.refresh()
    await runDue(posy)
  }
  const timer = setInterval(() => {
    // One look at a time: a long one is not overtaken by the next.
    running ??= tick()
      .catch((error: unknown) => posy.log.error({ err: error }, 'looking for due work failed'))
      .finally(() => {
        running = null
      })
  }, DUE_INTERVAL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      stopHousekeeping()
      await running
    },
  }
}
