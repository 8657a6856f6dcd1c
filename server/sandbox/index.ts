import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/log.ts'
import { storeMail } from './messages.ts'
import { sandboxRoutes } from './routes.ts'
import { openSmtpSandbox, type SmtpSandbox } from './smtp-server.ts'

export type { SmtpSandbox } from './smtp-server.ts'

/** The outside parties, simulated inside this installation; never in production. */
export interface Sandbox {
  smtp: SmtpSandbox
  routes: Route[]
  close(): Promise<void>
}

export async function openSandbox({ db, clock, log }: { db: Db; clock: BusinessClock; log: Logger }): Promise<Sandbox> {
  const smtp = await openSmtpSandbox(async (mail) => {
    await storeMail({ db, clock }, mail).catch((error: unknown) => {
      log.error({ err: error }, 'sandbox: could not store a message')
      throw error
    })
  })
  return { smtp, routes: sandboxRoutes(), close: () => smtp.close() }
}
