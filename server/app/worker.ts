import { forgetSignInOrigins } from '#server/domains/identity/sessions/index.ts'
import { removeScraps } from '#server/domains/printables/index.ts'
import { runNightly } from '#server/domains/reconciliation/index.ts'
import { lookUpDomainsAgain, renewSamlConnections } from '#server/domains/sso/index.ts'
import { removeUnusedUploads } from '#server/domains/uploads/index.ts'
import { openDueLook } from '#server/platform/due.ts'
import { startHousekeeping } from '#server/platform/housekeeping.ts'
import type { Posy } from '#server/platform/posy.ts'
import { beginRetention } from '#server/platform/retention.ts'

const DUE_INTERVAL_MS = 1000

/**
 * Takes jobs from the queue and looks once a second for what has fallen due; rests while this machine's clock and the
 * database's disagree.
 */
export async function startWorker(posy: Posy): Promise<{ stop(): Promise<void> }> {
  const stopHousekeeping = startHousekeeping(posy, [
    removeUnusedUploads,
    removeScraps,
    forgetSignInOrigins,
    beginRetention,
    runNightly,
    renewSamlConnections,
    lookUpDomainsAgain,
  ])
  const runDueNow = openDueLook(posy)
  let works = false
  let running: Promise<void> | null = null
  const tick = async () => {
    const trouble = posy.watch.clockTrouble()
    if (trouble) {
      if (works) {
        posy.log.fatal({ trouble }, 'no work is done until the clocks agree')
        works = false
        await posy.queue.rest()
      }
      return
    }
    if (!works) {
      works = true
      await posy.queue.work()
    }
    await posy.clock.refresh()
    await runDueNow()
  }
  const look = () => {
    // One look at a time: a long one is not overtaken by the next.
    running ??= tick()
      .catch((error: unknown) => posy.log.error({ err: error }, 'looking for due work failed'))
      .finally(() => {
        running = null
      })
  }
  look()
  const timer = setInterval(look, DUE_INTERVAL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      stopHousekeeping()
      await posy.queue.rest()
      await running
    },
  }
}
