import type { Hono } from 'hono'
import { type OpenPorts, openPorts } from '#server/app/ports.ts'
import { authenticate } from '#server/domains/teams/index.ts'
import { openClock, systemWallClock, type WallClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import { createApi } from '#server/platform/http/api.ts'
import { openLog } from '#server/platform/log.ts'
import { type Metrics, openMetrics, watchQueue } from '#server/platform/metrics.ts'
import type { Posy } from '#server/platform/posy.ts'
import { openQueue } from '#server/platform/queue.ts'
import { domains } from './domains.ts'
import { mountOperations } from './operations.ts'
import { sessionSecret } from './secret.ts'
import { watchVouchers } from './watch-vouchers.ts'

export interface Assembled {
  posy: Posy
  api: Hono
  metrics: Metrics
  ports: OpenPorts
  /** Stops the queue and the outside connections; the database is its opener's to close. */
  close(): Promise<void>
}

/** Puts the house together over an open, migrated database. The queue is made but not started. */
export async function assemble({
  config,
  database,
  databaseUrl = config.databaseUrl,
  wall = systemWallClock,
}: {
  config: Config
  database: OpenDatabase
  databaseUrl?: string | undefined
  wall?: WallClock
}): Promise<Assembled> {
  const log = openLog(config.logLevel)
  const clock = await openClock(database.db, wall)
  const ports = await openPorts({ config, db: database.db, clock, wall, log })
  const posy: Posy = {
    config,
    database,
    db: database.db,
    clock,
    wall,
    log,
    ports,
    queue: openQueue(database, databaseUrl, log),
    due: [],
    secret: sessionSecret(config),
  }
  for (const domain of domains) domain.register?.(posy)
  const metrics = openMetrics()
  watchQueue(metrics, posy)
  watchVouchers(metrics, posy)
  const api = createApi({
    posy,
    metrics,
    routes: [...domains.flatMap((domain) => domain.routes), ...ports.routes],
    authenticate: (headers) => authenticate(posy, headers),
  })
  mountOperations(api, posy, metrics)
  ports.attach(api)
  return {
    posy,
    api,
    metrics,
    ports,
    close: async () => {
      await posy.queue.stop()
      await ports.close()
    },
  }
}
