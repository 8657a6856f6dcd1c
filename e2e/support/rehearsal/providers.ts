import { openClock, systemWallClock } from '#server/platform/clock.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { openLog } from '#server/platform/log.ts'
import { openCheckoutSandbox } from '#server/providers/checkout/sandbox/index.ts'
import { openMergeSandbox } from '#server/providers/merge/sandbox/index.ts'
import { openMailSandbox } from '#server/providers/sandbox/mail.ts'
import { listMessages } from '#server/providers/sandbox/messages.ts'
import { openTilloSandbox } from '#server/providers/tillo/sandbox/index.ts'
import { openTwilioSandbox } from '#server/providers/twilio/sandbox/index.ts'
import { createFilled } from '#server/testing/databases.ts'

export type Providers = Awaited<ReturnType<typeof openProviders>>

/** The outside parties as an installation meets them: elsewhere, by address and key, with records of their own. */
export async function openProviders(publicUrl: string) {
  const kept = await createFilled()
  const { db, close } = openPostgres(kept.url, 5)
  const log = openLog('silent')
  const clock = await openClock(db, systemWallClock)
  const mail = await openMailSandbox({ db, clock, log, publicUrl })
  const cards = await openCheckoutSandbox({ db, clock, log, publicUrl })
  const tillo = await openTilloSandbox({ db, log })
  const phones = await openTwilioSandbox({ db, clock, log, publicUrl })
  const hr = await openMergeSandbox({ db, log, publicUrl })
  /** As they would: by the address that everyone uses. */
  const deliver = async (request: Request): Promise<number> => {
    const { pathname } = new URL(request.url)
    const { method, headers } = request
    return (await fetch(publicUrl + pathname, { method, headers, body: await request.text() })).status
  }
  const parties = [cards, tillo, phones, hr, mail]
  for (const { deliverTo } of parties) deliverTo?.(deliver)
  return {
    cards,
    tillo,
    /** What is set in place of each provider's own address and keys. */
    settings: {
      SMTP_URL: mail.smtp.url,
      SENDGRID_WEBHOOK_PUBLIC_KEY: mail.emailEvents.publicKey,
      CHECKOUT_BASE_URL: cards.settings.baseUrl,
      CHECKOUT_SECRET_KEY: cards.settings.secretKey,
      CHECKOUT_PUBLIC_KEY: cards.settings.publicKey,
      CHECKOUT_WEBHOOK_SECRET: cards.settings.webhookSecret,
      TILLO_BASE_URL: tillo.settings.baseUrl,
      TILLO_API_KEY: tillo.settings.apiKey,
      TILLO_SECRET: tillo.settings.secret,
      TILLO_SECTOR: tillo.settings.sector,
      TWILIO_BASE_URL: phones.settings.baseUrl,
      TWILIO_ACCOUNT_SID: phones.settings.accountSid,
      TWILIO_AUTH_TOKEN: phones.settings.authToken,
      MERGE_BASE_URL: hr.settings.baseUrl,
      MERGE_API_KEY: hr.settings.apiKey,
      MERGE_WEBHOOK_KEY: hr.settings.webhookKey,
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
      for (const party of parties) await party.close()
      await close()
      await kept.drop()
    },
  }
}
