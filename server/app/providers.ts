import type { Hono } from 'hono'
import type { IdentityProviderName } from '#contract/identity/auth.ts'
import type { BusinessClock, WallClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/log.ts'
import { found } from '#server/platform/problem/problem.ts'
import { filesFolder } from '#server/platform/shared-files.ts'
import { openCheckout } from '#server/providers/checkout/client/index.ts'
import { type CheckoutSandbox, openCheckoutSandbox } from '#server/providers/checkout/sandbox/index.ts'
import { openDocuments } from '#server/providers/customer-servers/client/documents.ts'
import { openWebhookSender } from '#server/providers/customer-servers/client/webhook-sender.ts'
import { openDns } from '#server/providers/dns/client.ts'
import { type DnsSandbox, openDnsSandbox } from '#server/providers/dns/sandbox.ts'
import { openLocalFiles } from '#server/providers/files/client/local-files.ts'
import { openS3Files } from '#server/providers/files/client/s3-files.ts'
import { openMerge } from '#server/providers/merge/client/index.ts'
import { type HrSandbox, openHrSandbox } from '#server/providers/merge/sandbox/index.ts'
import { openOpenId } from '#server/providers/openid/client.ts'
import { openSignInSandbox, type SignInSandbox } from '#server/providers/openid/sandbox/index.ts'
import { openRecaptcha } from '#server/providers/recaptcha/client.ts'
import { openSaml } from '#server/providers/saml/client/index.ts'
import { openSamlSandbox, type SamlSandbox } from '#server/providers/saml/sandbox/index.ts'
import { openSandbox, type Sandbox } from '#server/providers/sandbox/index.ts'
import { openSendGridEvents } from '#server/providers/sendgrid/client.ts'
import { openSentry } from '#server/providers/sentry/client/index.ts'
import { type MonitoringSandbox, openMonitoringSandbox } from '#server/providers/sentry/sandbox/index.ts'
import { openSmtpMailer } from '#server/providers/smtp/client.ts'
import { openTillo } from '#server/providers/tillo/client/index.ts'
import { openTilloSandbox, type TilloSandbox } from '#server/providers/tillo/sandbox/index.ts'
import { openTwilio } from '#server/providers/twilio/client/index.ts'
import { openPhoneSandbox, type PhoneSandbox } from '#server/providers/twilio/sandbox/index.ts'
import type { Providers } from '#server/providers/types.ts'
import { sessionSecret } from './secret.ts'

export interface OpenProviders extends Providers {
  /** Endpoints that exist only because an outside party is simulated here; none in production. */
  routes: Route[]
  /** The simulated outside parties, for tests that make them fail. */
  sandbox?: Sandbox
  cardSandbox?: CheckoutSandbox
  tilloSandbox?: TilloSandbox
  phoneSandbox?: PhoneSandbox
  signInSandbox?: SignInSandbox
  samlSandbox?: SamlSandbox
  dnsSandbox?: DnsSandbox
  hrSandbox?: HrSandbox
  monitoringSandbox?: MonitoringSandbox
  /** Shows the simulated parties' pages to browsers, and lets them call us back. */
  attach(api: Hono): void
  close(): Promise<void>
}

const FILES_PATH = '/files'
const CARD_SANDBOX_PATH = '/sandbox/checkout'
/** The provider's own script: it draws the component in which a card is typed, its inputs in frames of theirs. */
const ENTRY_SCRIPT = 'https://checkout-web-components.checkout.com/index.js'

/** Checkout.com, or its simulation at the other end of the same client; null without keys where the sandbox is off. */
function createCards({ checkout, publicUrl }: Config, sandbox: CheckoutSandbox | undefined): Providers['cards'] {
  if (checkout) return openCheckout({ ...checkout, entryScriptUrl: ENTRY_SCRIPT })
  if (!sandbox) return null
  const { keys, baseUrl } = sandbox
  return openCheckout({
    baseUrl,
    secretKey: keys.secret,
    publicKey: keys.public,
    webhookSecret: keys.webhook,
    entryScriptUrl: `${publicUrl}${CARD_SANDBOX_PATH}${new URL(ENTRY_SCRIPT).pathname}`,
  })
}

/** Tillo, or its simulation at the other end of the same client; none without keys where the sandbox is off. */
function createIssuers({ tillo }: Config, sandbox: TilloSandbox | undefined): Providers['issuers'] {
  if (tillo) return { tillo: openTillo(tillo) }
  return sandbox ? { tillo: openTillo({ ...sandbox.keys, baseUrl: sandbox.baseUrl }) } : {}
}

/** Twilio, or its simulation at the other end of the same client; null in production without keys. */
function createSms({ twilio }: Config, sandbox: PhoneSandbox | undefined): Providers['sms'] {
  if (twilio) return openTwilio(twilio)
  return sandbox ? openTwilio({ ...sandbox.account, baseUrl: sandbox.baseUrl }) : null
}

/** Google and Microsoft, or their simulations at the other end of the same client. */
function createIdentityProviders(
  { signInWith }: Config,
  sandbox: SignInSandbox | undefined,
): Providers['identityProviders'] {
  const open = (provider: IdentityProviderName) => {
    const client = signInWith[provider]
    if (client) return { [provider]: openOpenId({ provider, ...client }) }
    return sandbox ? { [provider]: openOpenId({ provider, ...sandbox.keys, fetch: sandbox.fetchFor(provider) }) } : {}
  }
  return { ...open('google'), ...open('microsoft') }
}

/** Opens the page of the provider's own on which a person connects their HR system. */
const MERGE_LINK_SCRIPT = 'https://ah-cdn.merge.dev/initialize.js'

/** Merge, or its simulation at the other end of the same client; null without keys where the sandbox is off. */
function createHr({ merge }: Config, sandbox: HrSandbox | undefined): Providers['hr'] {
  if (merge) return openMerge({ ...merge, linkScriptUrl: MERGE_LINK_SCRIPT })
  if (!sandbox) return null
  const { keys, baseUrl, linkScriptUrl } = sandbox
  return openMerge({ ...keys, baseUrl, linkScriptUrl })
}

/** Sentry, or its simulation at the other end of the same client; null without a DSN. */
function createMonitoring(
  config: Config,
  sandbox: MonitoringSandbox | undefined,
  wall: WallClock,
): Providers['monitoring'] {
  const { monitoring, environment, publicUrl } = config
  if (!monitoring) return null
  const { dsn, release, propagationHosts } = monitoring
  const nowMs = () => wall.nowMs()
  return openSentry({ dsn: sandbox?.dsn ?? dsn, environment, release, publicUrl, propagationHosts, nowMs })
}

/** An operator's command sends nothing itself: messages wait for a worker, which has a mail server. */
const noMailer: Providers['mailer'] & { close(): Promise<void> } = {
  send: () => Promise.reject(new Error('SMTP_URL: must be set to send mail')),
  verify: () => Promise.reject(new Error('SMTP_URL: must be set')),
  close: async () => {},
}

function createMailer(config: Config, sandbox: Sandbox | undefined) {
  const url = config.smtpUrl ?? sandbox?.smtp.url
  if (!url && config.role !== 'command') throw new Error('SMTP_URL: must be set where the sandbox is off')
  return url ? openSmtpMailer({ url, from: config.mailFrom, forSendGrid: Boolean(config.sendgridPublicKey) }) : noMailer
}

/**
 * Connects the outside parties. Without an SMTP_URL the sandbox's own mail server is started on a free port of this
 * machine and the same client sends to it over the socket: only the address differs from production.
 */
export async function openProviders({
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
}): Promise<OpenProviders> {
  const openCardSandbox = () =>
    openCheckoutSandbox({ db, clock, log, pagesUrl: `${config.publicUrl}${CARD_SANDBOX_PATH}` })
  const sandbox = config.sandbox ? await openSandbox({ db, clock, log, publicUrl: config.publicUrl }) : undefined
  const mailer = createMailer(config, sandbox)
  const emailKey = config.sendgridPublicKey ?? sandbox?.emailEvents.publicKey
  const cardSandbox = config.sandbox && !config.checkout ? await openCardSandbox() : undefined
  const tilloSandbox = config.sandbox && !config.tillo ? await openTilloSandbox({ db, log }) : undefined
  const phoneSandbox =
    config.sandbox && !config.twilio
      ? await openPhoneSandbox({ db, clock, log, publicUrl: config.publicUrl })
      : undefined
  const { google, microsoft } = config.signInWith
  const signInSandbox =
    config.sandbox && !google && !microsoft ? await openSignInSandbox({ publicUrl: config.publicUrl }) : undefined
  const samlSandbox = config.sandbox ? await openSamlSandbox({ publicUrl: config.publicUrl, db, wall }) : undefined
  const dnsSandbox = config.sandbox ? await openDnsSandbox() : undefined
  const hrSandbox =
    config.sandbox && !config.merge ? await openHrSandbox({ db, log, publicUrl: config.publicUrl }) : undefined
  const monitoringSandbox = config.sandbox ? await openMonitoringSandbox({ nowMs: () => wall.nowMs() }) : undefined
  const isWatchedBySandbox = config.monitoring?.dsn === 'sandbox'
  const monitoring = createMonitoring(config, isWatchedBySandbox ? monitoringSandbox : undefined, wall)
  const nowMs = () => wall.nowMs()
  const local = openLocalFiles({
    folder: filesFolder(config),
    linkBase: `${config.publicUrl}${FILES_PATH}`,
    secret: sessionSecret(config),
    nowMs,
  })
  return {
    mailer,
    emailEvents: emailKey ? openSendGridEvents({ publicKey: emailKey }) : null,
    sms: createSms(config, phoneSandbox),
    files: config.s3 ? openS3Files({ ...config.s3, nowMs }) : local,
    cards: createCards(config, cardSandbox),
    issuers: createIssuers(config, tilloSandbox),
    captcha: config.recaptcha ? openRecaptcha(config.recaptcha) : null,
    identityProviders: createIdentityProviders(config, signInSandbox),
    saml: openSaml(),
    dns: openDns({ server: dnsSandbox?.server }),
    documents: openDocuments({ allowPrivate: config.webhooksToPrivateAddresses }),
    webhooks: openWebhookSender({ allowPrivate: config.webhooksToPrivateAddresses }),
    hr: createHr(config, hrSandbox),
    monitoring,
    routes: [sandbox, cardSandbox, tilloSandbox, phoneSandbox, hrSandbox, dnsSandbox, monitoringSandbox].flatMap(
      (party) => party?.routes ?? [],
    ),
    ...(sandbox ? { sandbox } : {}),
    ...(cardSandbox ? { cardSandbox } : {}),
    ...(tilloSandbox ? { tilloSandbox } : {}),
    ...(phoneSandbox ? { phoneSandbox } : {}),
    ...(signInSandbox ? { signInSandbox } : {}),
    ...(samlSandbox ? { samlSandbox } : {}),
    ...(dnsSandbox ? { dnsSandbox } : {}),
    ...(hrSandbox ? { hrSandbox } : {}),
    ...(monitoringSandbox ? { monitoringSandbox } : {}),
    attach: (api) => {
      api.get(`${FILES_PATH}/:token`, async (context) =>
        found(await local.download(context.req.param('token')), 'file'),
      )
      sandbox?.deliverTo(async (request) => (await api.fetch(request)).status)
      phoneSandbox?.callbacks.deliverTo(async (request) => (await api.fetch(request)).status)
      if (signInSandbox) api.route(signInSandbox.path, signInSandbox.app)
      if (samlSandbox) api.route(samlSandbox.path, samlSandbox.app)
      if (hrSandbox) api.route(hrSandbox.path, hrSandbox.app)
      hrSandbox?.deliverTo(async (request) => (await api.fetch(request)).status)
      if (!cardSandbox) return
      api.route(CARD_SANDBOX_PATH, cardSandbox.app)
      cardSandbox.notices.deliverTo(async (request) => (await api.fetch(request)).status)
    },
    close: async () => {
      await cardSandbox?.close()
      await tilloSandbox?.close()
      await phoneSandbox?.close()
      await signInSandbox?.close()
      await samlSandbox?.close()
      await dnsSandbox?.close()
      await hrSandbox?.close()
      await monitoring?.close()
      await monitoringSandbox?.close()
      await mailer.close()
      await sandbox?.close()
    },
  }
}
