import type { Hono } from 'hono'
import type { Invoke } from '#contract/core/invoke.ts'
import { type OpenProviders, openProviders } from '#server/app/providers.ts'
import { RequestLog } from '#server/domains/identity/programs/index.ts'
import { authenticateImpersonation } from '#server/domains/impersonation/index.ts'
import { authenticateOperator } from '#server/domains/operators/index.ts'
import { originalRelations } from '#server/domains/original/index.ts'
import { authenticate } from '#server/domains/teams/sign-in/index.ts'
import { openClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import type { ReadReplica } from '#server/platform/database/read-replica.ts'
import type { DatabaseWatch } from '#server/platform/database-watch.ts'
import { createApi } from '#server/platform/http/api.ts'
import { openCalls } from '#server/platform/http/calls.ts'
import { createInvoke, type Visitor } from '#server/platform/http/invoke.ts'
import { openLog } from '#server/platform/log.ts'
import { type Metrics, openMetrics, watchPlatform } from '#server/platform/metrics.ts'
import type { Posy } from '#server/platform/posy.ts'
import { openQueue } from '#server/platform/queue.ts'
import { registerRetention, watchRetention } from '#server/platform/retention.ts'
import { openSecurityEvents } from '#server/platform/security-events.ts'
import type { Monitoring } from '#server/providers/sentry/types.ts'
import { domains } from './domains.ts'
import { hooks } from './hooks.ts'
import { mountMonitoring } from './monitoring.ts'
import { type Lifecycle, mountDocument, mountSecurityContact, mountWatch, watchFreeSpace } from './operations.ts'
import { mountPictures } from './pictures.ts'
import { openSecret } from './secret.ts'
import { watchMessages } from './watch-messages.ts'
import { watchReconciliation } from './watch-reconciliation.ts'
import { watchVouchers } from './watch-vouchers.ts'

export interface Assembled {
  posy: Posy
  /** The door of programs. */
  api: Hono
  /** The door of pages. */
  invokeFor(visitor: Visitor): Invoke
  metrics: Metrics
  lifecycle: Lifecycle
  providers: OpenProviders
  requestLog: RequestLog
  /** Stops the queue and the outside connections; the database and its watch are their opener's to close. */
  close(): Promise<void>
}

/** Puts the house together over an open, migrated database. The queue is made but not started. */
export async function assemble({
  config,
  database,
  databaseUrl = config.database.directUrl,
  replica = null,
  watch,
}: {
  config: Config
  database: OpenDatabase
  /** Past any pooler. */
  databaseUrl?: string | undefined
  replica?: ReadReplica | null
  watch: DatabaseWatch
}): Promise<Assembled> {
  const { wall } = watch
  let monitoring: Monitoring | null = null
  const log = openLog(config.logLevel, (error, about) => monitoring?.report(error, about))
  const clock = await openClock(database.db, wall)
  const providers = await openProviders({ config, db: database.db, clock, wall, log })
  monitoring = providers.monitoring
  const metrics = openMetrics()
  const secret = await openSecret(config, database.db)
  const posy: Posy = {
    config,
    database,
    db: database.db,
    replica,
    watch,
    clock,
    wall,
    log,
    security: openSecurityEvents(log, secret, (kind) => metrics.securityEvents.inc({ kind })),
    providers,
    queue: openQueue(database, databaseUrl, log),
    hooks,
    due: [],
    retention: [],
    secret,
  }
  registerRetention(posy)
  for (const domain of domains) domain.register?.(posy)
  watchPlatform(metrics, posy)
  watchVouchers(metrics, posy)
  watchMessages(metrics, posy)
  watchRetention(metrics, posy)
  watchReconciliation(metrics, posy)
  watchFreeSpace(metrics, posy)
  const requestLog = new RequestLog(posy)
  const calls = openCalls({
    relations: originalRelations,
    posy,
    metrics,
    routes: [...domains.flatMap((domain) => domain.routes), ...providers.routes],
    authenticate: async (headers) => (await authenticateImpersonation(posy, headers)) ?? authenticate(posy, headers),
    authenticateOperator: (headers) => authenticateOperator(posy, headers),
    recordProgramRequest: (request) => requestLog.add(request),
  })
  const api = createApi(calls)
  const lifecycle: Lifecycle = { stopping: false }
  mountWatch(api, posy, metrics, lifecycle)
  mountDocument(api, posy)
  mountSecurityContact(api, posy)
  mountPictures(api, posy)
  mountMonitoring(api, posy)
  providers.attach(api)
  return {
    posy,
    api,
    invokeFor: createInvoke(calls),
    metrics,
    lifecycle,
    providers,
    requestLog,
    close: async () => {
      await requestLog.flush()
      await posy.queue.stop()
      await providers.close()
    },
  }
}
