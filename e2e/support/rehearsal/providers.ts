import { openClock, systemWallClock } from '#server/platform/clock.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { openLog } from '#server/platform/log.ts'
import { openCheckoutSandbox } from '#server/providers/checkout/sandbox/index.ts'
import { openHrSandbox } from '#server/providers/merge/sandbox/index.ts'
import { openSandbox } from '#server/providers/sandbox/index.ts'
import { listMessages } from '#server/providers/sandbox/messages.ts'
import { openTilloSandbox } from '#server/providers/tillo/sandbox/index.ts'
import { openPhoneSandbox } from '#server/providers/twilio/sandbox/index.ts'
import { createFilled } from '#server/testing/databases.ts'

export type Providers = Awaited<ReturnType<typeof openProviders>>

/** The outside parties as an installation meets them: elsewhere, by address and key, with records of their own. */
export async function openProviders(publicUrl: string) {
  const kept = await createFilled()
  const { db, close } = openPostgres(kept.url, 5)
  const log = openLog('silent')
  const clock = await openClock(db, systemWallClock)
  const mail = await openSandbox({ db, clock, log, publicUrl })
  const cards = await openCheckoutSandbox({ db, clock, log, pagesUrl: `${publicUrl}/nowhere` })
  const tillo = await openTilloSandbox({ db, log })
  const phones = await openPhoneSandbox({ db, clock, log, publicUrl })
  const hr = await openHrSandbox({ db, log, publicUrl })
  /** As they would: by the address that everyone uses. */
  const deliver = async (request: Request): Promise<number> => {
    const { pathname } = new URL(request.url)
    const { method, headers } = request
    return (await fetch(publicUrl + pathname, { method, headers, body: await request.text() })).status
  }
  mail.deliverTo(deliver)
  cards.notices.deliverTo(deliver)
  phones.callbacks.deliverTo(deliver)
  hr.deliverTo(deliver)
  const { accountSid, authToken } = phones.account
  return {
    cards,
    tillo,
    /** What is set in place of each provider's own address and keys. */
    settings: {
      SMTP_URL: mail.smtp.url,
      SENDGRID_WEBHOOK_PUBLIC_KEY: mail.emailEvents.publicKey,
      CHECKOUT_BASE_URL: cards.baseUrl,
      CHECKOUT_SECRET_KEY: cards.keys.secret,
      CHECKOUT_PUBLIC_KEY: cards.keys.public,
      CHECKOUT_WEBHOOK_SECRET: `${cards.keys.webhook}`,
      TILLO_BASE_URL: tillo.baseUrl,
      TILLO_API_KEY: tillo.keys.apiKey,
      TILLO_SECRET: tillo.keys.secret,
      TILLO_SECTOR: tillo.keys.sector,
      TWILIO_BASE_URL: phones.baseUrl,
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      MERGE_BASE_URL: hr.baseUrl,
      MERGE_API_KEY: hr.keys.apiKey,
      MERGE_WEBHOOK_KEY: hr.keys.webhookKey,
    },
    /** What an address or number was sent, the latest first. */
    messagesTo: (to: string) => listMessages(db, { to, limit: 100 }),
    messageCount: async () =>
      Number(
        (
          await db
            .selectFrom('sandbox_message')
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      ),
    close: async () => {
      for (const party of [cards, tillo, phones, hr, mail]) await party.close()
      await close()
      await kept.drop()
    },
  }
}
