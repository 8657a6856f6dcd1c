import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/log.ts'
import { type EmailEventsSandbox, openEmailEventsSandbox } from '../sendgrid/sandbox.ts'
import { openSmtpSandbox, type SmtpSandbox } from '../smtp/sandbox.ts'
import { storeMail } from './messages.ts'
import { OwnSandboxes } from './own-sandboxes.ts'
import { sandboxRoutes } from './routes.ts'

/** Brings a request to the installation and returns the status of its answer. */
type Deliver = (request: Request) => Promise<number>

/** The outside parties, simulated inside this installation; never in production. */
export interface Sandbox {
  smtp: SmtpSandbox
  emailEvents: EmailEventsSandbox
  /** Where the mail provider's events go. */
  deliverTo(deliver: Deliver): void
  ownSandboxes: OwnSandboxes
  routes: Route[]
  close(): Promise<void>
}

export async function openSandbox({
  db,
  clock,
  log,
  publicUrl,
}: {
  db: Db
  clock: BusinessClock
  log: Logger
  publicUrl: string
}): Promise<Sandbox> {
  let deliver: Deliver | null = null
  const emailEvents = openEmailEventsSandbox(publicUrl)
  const ownSandboxes = new OwnSandboxes(log)
  const smtp = await openSmtpSandbox(async (mail) => {
    await storeMail({ db, clock }, mail).catch((error: unknown) => {
      log.error({ err: error }, 'sandbox: could not store a message')
      throw error
    })
  })
  return {
    smtp,
    emailEvents,
    deliverTo: (target) => {
      deliver = target
    },
    ownSandboxes,
    routes: sandboxRoutes(ownSandboxes, async (mail, event) => {
      await deliver?.(emailEvents.request(mail, event))
    }),
    close: async () => {
      await ownSandboxes.stopAll()
      await smtp.close()
    },
  }
}
