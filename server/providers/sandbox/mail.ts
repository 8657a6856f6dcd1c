import { getSandboxMessage, listSandboxMessages, reportSandboxMessage } from '#contract/sandbox/messages.ts'
import type { BusinessClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { read } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/log.ts'
import { found, notFound } from '#server/platform/problem/problem.ts'
import { openSendGridSandbox, type SendGridSandbox } from '#server/providers/sendgrid/sandbox.ts'
import { openSmtpSandbox, type SmtpSandbox } from '#server/providers/smtp/sandbox.ts'
import { findMessage, listMessages, storeMail } from './messages.ts'
import type { Deliver, Sandbox } from './sandbox.ts'

/** A mail server, the mailbox of everyone it is sent to, and what its provider tells afterwards. */
export interface MailSandbox extends Sandbox {
  smtp: SmtpSandbox
  emailEvents: SendGridSandbox
}

export async function openMailSandbox({
  db,
  clock,
  log,
  publicUrl,
}: {
  db: Db
  clock: BusinessClock
  log: Logger
  publicUrl: string
}): Promise<MailSandbox> {
  let deliver: Deliver | null = null
  const emailEvents = openSendGridSandbox(publicUrl)
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
    routes: [
      read(listSandboxMessages, async ({ query }) => ({ data: await listMessages(db, query) })),
      read(getSandboxMessage, async ({ params }) => ({ data: found(await findMessage(db, params.id), 'message') })),
      read(reportSandboxMessage, async ({ params, body }) => {
        const message = found(await findMessage(db, params.id), 'message')
        const { messageId, channel, to } = message
        if (!messageId || channel !== 'email') throw notFound('email')
        await deliver?.(emailEvents.request({ messageId, to }, body.event))
        return { data: message }
      }),
    ],
    close: () => smtp.close(),
  }
}
