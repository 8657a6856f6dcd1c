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
import { openCheckoutSandbox } from '#server/providers/checkout/sandbox/index.ts'
import { openDocuments } from '#server/providers/customer-servers/client/documents.ts'
import { openWebhookSender } from '#server/providers/customer-servers/client/webhook-sender.ts'
import { openDns } from '#server/providers/dns/client.ts'
import { openDnsSandbox } from '#server/providers/dns/sandbox.ts'
import { openFileExchange } from '#server/providers/file-exchange/client/index.ts'
import { openLocalFiles } from '#server/providers/files/client/local-files.ts'
import { openS3Files } from '#server/providers/files/client/s3-files.ts'
import { openMerge } from '#server/providers/merge/client/index.ts'
import { openMergeSandbox } from '#server/providers/merge/sandbox/index.ts'
import { openOpenId } from '#server/providers/openid/client.ts'
import { openOpenIdSandbox } from '#server/providers/openid/sandbox/index.ts'
import { openPayPoint } from '#server/providers/paypoint/client/index.ts'
import { openRailsSandbox } from '#server/providers/rails/sandbox/index.ts'
import { openRecaptcha } from '#server/providers/recaptcha/client.ts'
import { openSaml } from '#server/providers/saml/client/index.ts'
import { openSamlSandbox } from '#server/providers/saml/sandbox/index.ts'
import { openControls } from '#server/providers/sandbox/controls.ts'
import { openMailSandbox } from '#server/providers/sandbox/mail.ts'
import type { Sandbox } from '#server/providers/sandbox/sandbox.ts'
import { openSendGridEvents } from '#server/providers/sendgrid/client.ts'
import { openSentrySandbox } from '#server/providers/sentry/sandbox/index.ts'
import { openSmtpMailer } from '#server/providers/smtp/client.ts'
import { openTillo, type TilloSettings } from '#server/providers/tillo/client/index.ts'
import { openTilloSandbox } from '#server/providers/tillo/sandbox/index.ts'
import { openTwilio } from '#server/providers/twilio/client/index.ts'
import { openTwilioSandbox } from '#server/providers/twilio/sandbox/index.ts'
import type { Providers } from '#server/providers/types.ts'
import { sessionSecret } from './secret.ts'

interface Installation {
  config: Config
  db: Db
  clock: BusinessClock
  wall: WallClock
  log: Logger
}

export interface OpenProviders extends Providers {
  /** The stand-ins that run here, for tests that make them fail; none in production. */
  sandboxes: Sandboxes
  /** Endpoints that exist only where a party has a stand-in. */
  routes: Route[]
  /** Shows the stand-ins' pages to browsers, and lets them call us back. */
  attach(api: Hono): void
  close(): Promise<void>
}

const FILES_PATH = '/files'

type Sandboxes = Awaited<ReturnType<typeof openSandboxes>>

/** Where the sandbox is on, each party that no settings name has a stand-in at the other end of the same client. */
async function openSandboxes({ config, db, clock, wall, log }: Installation) {
  const { publicUrl, checkout, tillo, twilio, merge, signInWith, rails } = config
  const { paypoint, postOffice, pin4cash } = rails
  const unless = async <S extends Sandbox>(real: object | undefined, open: () => S | Promise<S>) =>
    config.sandbox && !real ? open() : undefined
  return {
    mail: await unless(undefined, () => openMailSandbox({ db, clock, log, publicUrl })),
    checkout: await unless(checkout, () => openCheckoutSandbox({ db, clock, log, publicUrl })),
    tillo: await unless(tillo, () => openTilloSandbox({ db, log })),
    rails: await unless(paypoint && postOffice && pin4cash, () => openRailsSandbox({ db, clock, log })),
    twilio: await unless(twilio, () => openTwilioSandbox({ db, clock, log, publicUrl })),
    openid: await unless(signInWith.google ?? signInWith.microsoft, () => openOpenIdSandbox({ publicUrl })),
    saml: await unless(undefined, () => openSamlSandbox({ publicUrl, db, wall })),
    dns: await unless(undefined, openDnsSandbox),
    merge: await unless(merge, () => openMergeSandbox({ db, log, publicUrl })),
    sentry: await unless(undefined, () => openSentrySandbox({ nowMs: () => wall.nowMs() })),
    controls: await unless(undefined, () => openControls(log)),
  }
}

/** An operator's command sends nothing itself: messages wait for a worker, which has a mail server. */
const noMailer: Providers['mailer'] & { close(): Promise<void> } = {
  send: () => Promise.reject(new Error('SMTP_URL: must be set to send mail')),
  verify: () => Promise.reject(new Error('SMTP_URL: must be set')),
  close: async () => {},
}

function createMailer({ smtpUrl, role, mailFrom, sendgridPublicKey }: Config, { mail }: Sandboxes) {
  const url = smtpUrl ?? mail?.smtp.url
  if (!url && role !== 'command') throw new Error('SMTP_URL: must be set where the sandbox is off')
  return url ? openSmtpMailer({ url, from: mailFrom, forSendGrid: Boolean(sendgridPublicKey) }) : noMailer
}

/** Google and Microsoft. */
function createIdentityProviders({ signInWith }: Config, { openid }: Sandboxes): Providers['identityProviders'] {
  const open = (provider: IdentityProviderName) => {
    const settings = signInWith[provider] ?? openid?.settingsFor(provider)
    return settings ? { [provider]: openOpenId({ provider, ...settings }) } : {}
  }
  return { ...open('google'), ...open('microsoft') }
}

async function createMonitoring(
  { monitoring, environment, publicUrl }: Config,
  { sentry }: Sandboxes,
  nowMs: () => number,
) {
  if (!monitoring) return null
  // Its SDK is not read where it is not used, which is nearly everywhere but in production.
  const { openSentry } = await import('#server/providers/sentry/client/index.ts')
  const { dsn, release, propagationHosts } = monitoring
  const told = dsn === 'sandbox' && sentry ? sentry.dsn : dsn
  return openSentry({ dsn: told, environment, release, publicUrl, propagationHosts, nowMs })
}

/** Ways to pay out, each by its settings, else by the sandbox. */
function createRails({ rails }: Config, { rails: sandbox }: Sandboxes): Providers['rails'] {
  const paypoint = rails.paypoint ?? sandbox?.settings.paypoint
  const postOffice = rails.postOffice ?? sandbox?.settings.postOffice
  const pin4cash = rails.pin4cash ?? sandbox?.settings.pin4cash
  return {
    ...(paypoint && {
      'cash-out': openPayPoint({
        ...paypoint,
        rail: 'cash-out',
        campaign: paypoint.campaigns.cashOut,
      }),
      energy: openPayPoint({ ...paypoint, rail: 'energy', campaign: paypoint.campaigns.energy }),
    }),
    ...(postOffice && { 'post-office': openFileExchange({ ...postOffice, rail: 'post-office' }) }),
    ...(pin4cash && { pin: openFileExchange({ ...pin4cash, rail: 'pin' }) }),
  }
}

/** A gift is paid for as its code is made: rails that are owed only what they paid out are not for gifts. */
function createIssuers(tillo: TilloSettings | undefined, rails: Providers['rails']): Providers['issuers'] {
  const energy = rails.energy
  return { ...(tillo && { tillo: openTillo(tillo) }), ...(energy && { paypoint: energy }) }
}

const orNull = <S, P>(settings: S | undefined, open: (settings: S) => P): P | null =>
  settings === undefined ? null : open(settings)

/**
 * Connects the outside parties: the real one by its settings, else its stand-in, which the same client reaches over a
 * socket of this machine, else none.
 */
export async function openProviders(installation: Installation): Promise<OpenProviders> {
  const { config, wall } = installation
  const { webhooksToPrivateAddresses: allowPrivate, publicUrl } = config
  const nowMs = () => wall.nowMs()
  const sandboxes = await openSandboxes(installation)
  const mailer = createMailer(config, sandboxes)
  const tillo = config.tillo ?? sandboxes.tillo?.settings
  const rails = createRails(config, sandboxes)
  const monitoring = await createMonitoring(config, sandboxes, nowMs)
  const local = openLocalFiles({
    folder: filesFolder(config),
    linkBase: `${publicUrl}${FILES_PATH}`,
    secret: sessionSecret(config),
    nowMs,
  })
  const standIns: Sandbox[] = Object.values(sandboxes).filter((one) => one !== undefined)
  return {
    mailer,
    emailEvents: orNull(config.sendgridPublicKey ?? sandboxes.mail?.emailEvents.publicKey, (publicKey) =>
      openSendGridEvents({ publicKey }),
    ),
    sms: orNull(config.twilio ?? sandboxes.twilio?.settings, openTwilio),
    files: config.s3 ? openS3Files({ ...config.s3, nowMs }) : local,
    cards: orNull(config.checkout ?? sandboxes.checkout?.settings, openCheckout),
    issuers: createIssuers(tillo, rails),
    rails,
    captcha: orNull(config.recaptcha, openRecaptcha),
    identityProviders: createIdentityProviders(config, sandboxes),
    saml: openSaml(),
    dns: openDns({ server: sandboxes.dns?.server }),
    documents: openDocuments({ allowPrivate }),
    webhooks: openWebhookSender({ allowPrivate }),
    hr: orNull(config.merge ?? sandboxes.merge?.settings, openMerge),
    monitoring,
    sandboxes,
    routes: standIns.flatMap(({ routes = [] }) => routes),
    attach: (api) => {
      api.get(`${FILES_PATH}/:token`, async (context) =>
        found(await local.download(context.req.param('token')), 'file'),
      )
      for (const { pages, deliverTo } of standIns) {
        if (pages) api.route(pages.path, pages.app)
        deliverTo?.(async (request) => (await api.fetch(request)).status)
      }
    },
    close: async () => {
      await monitoring?.close()
      await mailer.close()
      for (const standIn of standIns) await standIn.close()
    },
  }
}
