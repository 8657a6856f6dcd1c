import { join } from 'node:path'
import type { Hono } from 'hono'
import { openCheckout } from '#server/adapters/checkout/index.ts'
import { openLocalFiles } from '#server/adapters/local-files.ts'
import { openRecaptcha } from '#server/adapters/recaptcha.ts'
import { openS3Files } from '#server/adapters/s3-files.ts'
import { openSmtpMailer } from '#server/adapters/smtp-mailer.ts'
import { openTillo } from '#server/adapters/tillo/index.ts'
import { notFound } from '#server/kit/problem.ts'
import type { BusinessClock, WallClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { answerProblem } from '#server/platform/http/answer.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Ports } from '#server/ports/index.ts'
import { type CheckoutSandbox, openCheckoutSandbox } from '#server/sandbox/checkout/index.ts'
import { openSandbox, type Sandbox } from '#server/sandbox/index.ts'
import { openTilloSandbox, type TilloSandbox } from '#server/sandbox/tillo/index.ts'
import { sessionSecret } from './secret.ts'

export interface OpenPorts extends Ports {
  /** Endpoints that exist only because an outside party is simulated here; none in production. */
  routes: Route[]
  /** The simulated outside parties, for tests that make them fail. */
  sandbox?: Sandbox
  cardSandbox?: CheckoutSandbox
  tilloSandbox?: TilloSandbox
  /** Shows the simulated parties' pages to browsers, and lets them call us back. */
  attach(api: Hono): void
  close(): Promise<void>
}

const FILES_PATH = '/files'
const CARD_SANDBOX_PATH = '/sandbox/checkout'
/** The provider's own script: it draws the card fields into a page, in frames of theirs. */
const FIELDS_SCRIPT = 'https://cdn.checkout.com/js/framesv2.min.js'

/** Checkout.com, or its simulation at the other end of the same adapter; null in production without keys. */
function cardsOf({ checkout, publicUrl }: Config, sandbox: CheckoutSandbox | undefined): Ports['cards'] {
  if (checkout) return openCheckout({ ...checkout, fieldsScriptUrl: FIELDS_SCRIPT })
  if (!sandbox) return null
  const { keys, baseUrl } = sandbox
  return openCheckout({
    baseUrl,
    secretKey: keys.secret,
    publicKey: keys.public,
    webhookSecret: keys.webhook,
    fieldsScriptUrl: `${publicUrl}${CARD_SANDBOX_PATH}${new URL(FIELDS_SCRIPT).pathname}`,
  })
}

/** Tillo, or its simulation at the other end of the same adapter; none in production without keys. */
function issuersOf({ tillo }: Config, sandbox: TilloSandbox | undefined): Ports['issuers'] {
  if (tillo) return { tillo: openTillo(tillo) }
  return sandbox ? { tillo: openTillo({ ...sandbox.keys, baseUrl: sandbox.baseUrl }) } : {}
}

/**
 * Connects the outside parties. Without an SMTP_URL the sandbox's own mail server is started on a free port of this
 * machine and the same adapter sends to it over the socket: only the address differs from production.
 */
export async function openPorts({
  config,
  db,
  clock,
  wall,
  log,
}: {
  config: Config
  db: Db
  clock: BusinessClock
  wall: WallClock
  log: Logger
}): Promise<OpenPorts> {
  const openCardSandbox = () =>
    openCheckoutSandbox({ db, clock, log, pagesUrl: `${config.publicUrl}${CARD_SANDBOX_PATH}` })
  const sandbox = config.sandbox ? await openSandbox({ db, clock, log }) : undefined
  const url = config.smtpUrl ?? sandbox?.smtp.url
  if (!url) throw new Error('SMTP_URL: must be set where the sandbox is off')
  const mailer = openSmtpMailer({ url, from: config.mailFrom })
  const cardSandbox = config.checkout || config.environment === 'production' ? undefined : await openCardSandbox()
  const tilloSandbox =
    config.tillo || config.environment === 'production' ? undefined : await openTilloSandbox({ db, log })
  const nowMs = () => wall.nowMs()
  const local = openLocalFiles({
    folder: join(config.dataDir, 'files'),
    linkBase: `${config.publicUrl}${FILES_PATH}`,
    secret: sessionSecret(config),
    nowMs,
  })
  return {
    mailer,
    files: config.s3 ? openS3Files({ ...config.s3, nowMs }) : local,
    cards: cardsOf(config, cardSandbox),
    issuers: issuersOf(config, tilloSandbox),
    captcha: config.recaptcha ? openRecaptcha(config.recaptcha) : null,
    routes: [sandbox, cardSandbox, tilloSandbox].flatMap((party) => party?.routes ?? []),
    ...(sandbox ? { sandbox } : {}),
    ...(cardSandbox ? { cardSandbox } : {}),
    ...(tilloSandbox ? { tilloSandbox } : {}),
    attach: (api) => {
      api.get(
        `${FILES_PATH}/:token`,
        async (context) => (await local.download(context.req.param('token'))) ?? answerProblem(notFound('file')),
      )
      if (!cardSandbox) return
      api.route(CARD_SANDBOX_PATH, cardSandbox.app)
      cardSandbox.notices.deliverTo(async (request) => (await api.fetch(request)).status)
    },
    close: async () => {
      await cardSandbox?.close()
      await tilloSandbox?.close()
      await mailer.close()
      await sandbox?.close()
    },
  }
}
