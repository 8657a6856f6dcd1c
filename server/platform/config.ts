import { z } from 'zod'
import { type DatabaseSettings, databaseSettings, databaseVariables } from './database/settings.ts'
import { type RailSettings, railSettings, railVariables } from './rail-settings.ts'
import { type RetentionSettings, retentionSettings, retentionVariables } from './retention-settings.ts'
import { readSettingsFiles } from './settings-files.ts'
import { isThisMachine } from './this-machine.ts'

export const roles = ['api', 'web', 'worker', 'all'] as const
export type Role = (typeof roles)[number]
/** `command`: one of the operator's, which asks for what it needs. */
type Purpose = Role | 'command'

const positive = (fallback: number) => z.coerce.number().int().positive().default(fallback)
/** No longer than browsers keep a cookie. */
const days = (fallback: number) => z.coerce.number().int().min(1).max(400).default(fallback)
const url = () => z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ''))
const link = () => z.url({ protocol: /^(https?|mailto)$/ }).optional()
/** As mail programs write a sender: an address, or a name and the address in <>. */
const mailbox = () =>
  z
    .string()
    .regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must look like Posy <gifts@example.com>')
    .optional()

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url().optional(),
  DATA_DIR: z.string().min(1).default('.posy'),
  ...databaseVariables,
  ...retentionVariables,
  ...railVariables,
  CLOCK_SKEW_LIMIT_SECONDS: positive(15),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  ENVIRONMENT: z.enum(['local', 'dev', 'beta', 'stage', 'production']).optional(),
  SANDBOX: z.stringbool().optional(),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: mailbox(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).optional(),
  SESSION_IDLE_DAYS: days(30),
  SESSION_DAYS: days(180),
  SIGN_IN_FAILURES_PER_QUARTER_HOUR: positive(10),
  SIGN_IN_FAILURES_PER_QUARTER_HOUR_AND_ADDRESS: positive(100),
  REQUESTS_PER_MINUTE: positive(6000),
  GUESSES_PER_MINUTE: positive(30),
  WRONG_TOKENS_PER_MINUTE: positive(120),
  SHUTDOWN_GRACE_SECONDS: positive(20),
  WEB_CLIENT_ID: z.string().min(1).max(100).optional(),
  WEB_CLIENT_SECRET: z.string().min(8, 'must be at least 8 characters').optional(),
  AUTHENTICATION_EVERYWHERE: z.stringbool().default(false),
  HELP_URL: link(),
  SECURITY_CONTACT_URL: link(),
  PRIVACY_FILE: z.string().min(1).optional(),
  TERMS_FILE: z.string().min(1).optional(),
  SALES_CONTACT_URL: link(),
  ASSISTANCE_CONTACT_URL: link(),
  METRICS_TOKEN: z.string().min(16).optional(),
  BANK_ACCOUNT_NAME: z.string().min(1).max(100).optional(),
  BANK_SORT_CODE: z
    .string()
    .regex(/^\d\d-\d\d-\d\d$/, 'must look like 12-34-56')
    .optional(),
  BANK_ACCOUNT_NUMBER: z
    .string()
    .regex(/^\d{8}$/, 'must be 8 digits')
    .optional(),
  BANK_IBAN: z.string().min(15).max(42).optional(),
  INVOICE_REMINDER_DAYS: z
    .string()
    .regex(/^(\d{1,3}(, ?\d{1,3})*)?$/, 'must be days after the last one to pay on, such as 1,7,14,30, or nothing')
    .default('1,7,14,30'),
  SECOND_OPERATOR_ABOVE: z.coerce.number().min(0).max(100_000_000).default(10_000),
  BANK_BIC: z
    .string()
    .regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, 'must be 8 or 11 letters and digits')
    .optional(),
  RECAPTCHA_SITE_KEY: z.string().min(20, 'must be at least 20 characters').optional(),
  RECAPTCHA_SECRET_KEY: z.string().min(20, 'must be at least 20 characters').optional(),
  RECAPTCHA_URL: url().default('https://www.google.com/recaptcha'),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  MICROSOFT_CLIENT_ID: z.string().min(1).optional(),
  MICROSOFT_CLIENT_SECRET: z.string().min(1).optional(),
  SELLER_NAME: z.string().min(1).max(200).optional(),
  SELLER_ADDRESS: z.string().min(1).max(500).optional(),
  SELLER_COMPANY_NUMBER: z.string().min(1).max(40).optional(),
  SELLER_VAT_NUMBER: z.string().min(1).max(40).optional(),
  CHECKOUT_SECRET_KEY: z.string().startsWith('sk_').optional(),
  CHECKOUT_PUBLIC_KEY: z.string().startsWith('pk_').optional(),
  CHECKOUT_WEBHOOK_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  CHECKOUT_BASE_URL: url().optional(),
  CHECKOUT_PROCESSING_CHANNEL_ID: z.string().startsWith('pc_').optional(),
  TILLO_API_KEY: z.string().min(1).optional(),
  TILLO_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  TILLO_BASE_URL: url().optional(),
  TILLO_SECTOR: z.string().min(1).optional(),
  TILLO_SIGNS: z.enum(['face-value', 'brand']).default('face-value'),
  MERGE_API_KEY: z.string().min(1).optional(),
  MERGE_WEBHOOK_KEY: z.string().min(16, 'must be at least 16 characters').optional(),
  MERGE_BASE_URL: url().default('https://api.merge.dev'),
  SENDGRID_WEBHOOK_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{100,200}={0,2}$/, 'must be the verification key as SendGrid shows it')
    .optional(),
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  TWILIO_BASE_URL: url().optional(),
  TWILIO_SENDER_NAME: z
    .string()
    .regex(/^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/, 'must be 1 to 11 letters and digits, one a letter')
    .default('Posy'),
  TWILIO_REPLY_NUMBER: z
    .string()
    .regex(/^\+\d{7,15}$/, 'must look like +447700900123')
    .optional(),
  ADDRESS_KEY: z.string().min(32, 'must be at least 32 characters').optional(),
  S3_ENDPOINT: url().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  // Set by the platform.
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: z.string().startsWith('/').optional(),
  AWS_CONTAINER_CREDENTIALS_FULL_URI: url().optional(),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: z.string().min(1).optional(),
  AWS_EC2_METADATA_SERVICE_ENDPOINT: url().optional(),
  AWS_ROLE_ARN: z.string().startsWith('arn:').optional(),
  AWS_WEB_IDENTITY_TOKEN_FILE: z.string().min(1).optional(),
  AWS_ROLE_SESSION_NAME: z
    .string()
    .regex(/^[\w+=,.@-]{2,64}$/, 'must be 2 to 64 letters, digits or +=,.@-')
    .default('posy'),
  AWS_ENDPOINT_URL_STS: url().optional(),
  WEBHOOKS_TO_PRIVATE_ADDRESSES: z.stringbool().optional(),
  SENTRY_DSN: z
    .string()
    .regex(/^(sandbox|https?:\/\/\w+@[^\s/?#@]+(\/[^\s?#]*)?\/\d+)$/, 'must be a DSN as Sentry shows it, or sandbox')
    .optional(),
  SENTRY_RELEASE: z.string().min(1).max(200).optional(),
  TRACE_PROPAGATION_HOSTS: z.string().default(''),
  OTEL_EXPORTER_OTLP_ENDPOINT: url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  DEMO_HISTORY: z.stringbool().default(false),
  DEFAULT_PLAN_ID: z.uuid().optional(),
  DEFAULT_BRANDING_ID: z.uuid().optional(),
  FEATURE_LAUNCHPAD: z.stringbool().default(false),
  FEATURE_GIFT_RESTRICTIONS_DISABLE: z.stringbool().default(false),
  TAXONOMY_FEATURED: z.uuid().optional(),
  TAXONOMY_CHRISTMAS: z.uuid().optional(),
  TAXONOMY_EMPLOYEE_APPRECIATION: z.uuid().optional(),
  TAXONOMY_EASTER: z.uuid().optional(),
  POST_OFFICE_BRAND_IDS: z.string().default('[]'),
})

interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  /** None: those of the machine's role. */
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  machine?: Record<'relativeUri' | 'fullUri' | 'tokenFile' | 'metadata', string | undefined> & {
    /** The role that a token of the cluster's is exchanged for. */
    identity?: Record<'role' | 'tokenFile' | 'session' | 'sts', string>
  }
}

export interface Config {
  role: Purpose
  port: number
  host: string
  /** A sandbox that no one asked for by name: it answers this machine alone. */
  thisMachineOnly: boolean
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  databasePoolSize: number
  database: DatabaseSettings
  retention: RetentionSettings
  /** A process whose clock differs more from the database's refuses to work. */
  clockSkewLimitSeconds: number
  environment: 'local' | 'dev' | 'beta' | 'stage' | 'production'
  /** The outside parties' simulations run inside this installation, and the demo world with its published passwords. */
  sandbox: boolean
  /** It was asked for by name: others may come across it, so each page says what it is. */
  sandboxBanner: boolean
  /** On demand, a demo world that is made now gets a past: purchases, a budget that has run. Only where every outside party is simulated. */
  demoHistory: boolean
  /** Set from the environment, or made once per data folder outside production. */
  sessionSecret: string | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  smtpUrl: string | undefined
  mailFrom: string
  /** How many proxies in front of us append to X-Forwarded-For. */
  trustedProxies: number
  /** What pages and API would not start without, in sentences: commands do without it, and `posy doctor` says it. */
  missingToStart: readonly string[]
  /** How long people stay signed in: unused, and at all. */
  sessions: { idleDays: number; days: number }
  limits: {
    /** For one account, from wherever. */
    signInFailuresPerQuarterHour: number
    /** From one address, for whatever accounts: whole offices share one. */
    signInFailuresPerQuarterHourAndAddress: number
    requestsPerMinute: number
    guessesPerMinute: number
    wrongTokensPerMinute: number
  }
  /** How long a process that is told to stop says that it is not ready before it stops listening. */
  drainSeconds: number
  shutdownGraceSeconds: number
  /** Webhooks may go to this machine and private networks: in the sandbox of one's own machine, or where an operator says so. */
  webhooksToPrivateAddresses: boolean
  /** Where a worker answers for its health; null where it may go without. */
  healthPort: number | null
  metricsToken: string | undefined
  /** How people sign in to the web app. */
  web: {
    /** The client identity that the pages exchange passwords with. */
    clientId: string
    clientSecret: string
    secureCookies: boolean
    /** What the names of cookies end with, where another installation is at another port of the same host; mostly nothing. */
    cookieSuffix: string
    /** Only gifts are shown to who has not signed in. */
    authenticationEverywhere: boolean
  }
  /** Whom to ask; the sender of our mail unless set. */
  links: { help: string; sales: string; assistance: string; security: string }
  /** The operator's own texts, in place of what the product says by default. */
  legalFiles: { privacy: string | null; terms: string | null }
  /** Who sells, as receipts and invoices name it; without one (outside the sandbox) none are issued. */
  seller: { name: string; lines: string[]; companyNumber: string | null; vatNumber: string | null } | undefined
  /** Days after the last one to pay on, after which an unpaid invoice for gifts is reminded of: ascending, each at least one. */
  invoiceReminderDays: readonly number[]
  /** Money in for one target, of one day's bank files, above which a second operator confirms. */
  secondOperatorAbovePence: number
  /** The account customers pay into; without one (outside the sandbox) bank top-ups are refused. */
  bank:
    | { accountName: string; sortCode: string; accountNumber: string; iban: string | null; bic: string | null }
    | undefined
  /** People who sign up show that they are people, where this is set. */
  recaptcha: { siteKey: string; secretKey: string; baseUrl: string } | undefined
  /** Whom people may sign in with; in the sandbox, its own two where neither is set. */
  signInWith: { google: OpenIdClient | undefined; microsoft: OpenIdClient | undefined }
  features: { launchpad: boolean; giftRestrictionsDisable: boolean }
  /** What holds where nothing is chosen: at sign-up, and on gifts of teams without a brand of their own. */
  defaults: { planId: string | null; brandingId: string | null }
  /** Records of the catalogue that pages refer to by id. */
  shop: {
    taxonomyIds: {
      featured: string | undefined
      christmas: string | undefined
      employeeAppreciation: string | undefined
      easter: string | undefined
    }
    postOfficeBrandIds: string[]
  }
  /** Where cards are charged; without one, in the sandbox where that is on, else not at all. */
  checkout:
    | {
        secretKey: string
        publicKey: string
        webhookSecret: string
        baseUrl: string
        processingChannelId: string | undefined
      }
    | undefined
  /** Connects customers' HR systems; without it, the sandbox's own where that is on, else none. */
  merge: { apiKey: string; webhookKey: string; baseUrl: string } | undefined
  /** Checks the signature of SendGrid's events; without it, outside the sandbox, none are taken. */
  sendgridPublicKey: string | undefined
  /** Who sends texts; without it, in the sandbox where that is on, else no one. */
  twilio:
    | {
        accountSid: string
        authToken: string
        senderName: string
        replyNumber: string | null
        baseUrl: string | undefined
      }
    | undefined
  /** Who is told of bugs; without it no one, and pages load nothing for it. `sandbox`: the sandbox's own receiver. */
  monitoring: { dsn: string; release: string | null; propagationHosts: string[] } | undefined
  /** Whether traces go to a collector, which OpenTelemetry's own variables name. */
  tracing: boolean
  /** Hashes the addresses that get no more messages; the session secret unless set. Changing it forgets them. */
  addressKey: string | undefined
  /** Where files are kept; without one, in the data folder. */
  s3: S3Settings | undefined
  /** Where gift cards are bought; without one, in the sandbox where that is on, else not at all. */
  tillo: { apiKey: string; secret: string; baseUrl: string; sector: string; signs: 'face-value' | 'brand' } | undefined
  /** How money is paid out to people; each in the sandbox where that is on, else not at all. */
  rails: RailSettings
}

/** As a provider has registered us. */
interface OpenIdClient {
  clientId: string
  clientSecret: string
}

/** A setting that is wrong or missing; the message names the variable. */
export class ConfigError extends Error {}

/**
 * The environment with the settings that its files hold (`SESSION_SECRET_FILE`, and so on for each).
 * @throws ConfigError naming the variable whose file cannot be read
 */
export function readEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  try {
    return readSettingsFiles(env, Object.keys(Environment.shape))
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

/**
 * Reads the settings once, at start. An installation with a public address other than this machine is production
 * unless ENVIRONMENT says otherwise; where the sandbox is off every default secret is refused.
 * @throws ConfigError listing every wrong variable
 */
export function readConfig(env: Record<string, string | undefined>, role: Purpose = 'all'): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const settings = parsed.data
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  const { hostname } = new URL(publicUrl)
  const isLocal = isThisMachine(hostname)
  const environment = settings.ENVIRONMENT ?? (isLocal ? 'local' : 'production')
  const isSandbox = readSandbox(settings, environment, isLocal)
  if (!isSandbox) requireSettings(settings, environment, role)
  requireDatabase(settings, role)
  const thisMachineOnly = isSandbox && settings.SANDBOX !== true
  const mailFrom = settings.MAIL_FROM ?? SANDBOX_SENDER
  const mailto = `mailto:${mailFrom.match(/<(.+)>$/)?.[1] ?? mailFrom}`
  return {
    role,
    publicUrl,
    environment,
    port: settings.PORT,
    host: readHost(settings.HOST, thisMachineOnly),
    thisMachineOnly,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    database: databaseSettings(settings, { isWaitedFor: role === 'api' || role === 'web' }),
    retention: retentionSettings(settings),
    clockSkewLimitSeconds: settings.CLOCK_SKEW_LIMIT_SECONDS,
    sandbox: isSandbox,
    sandboxBanner: isSandbox && settings.SANDBOX === true,
    demoHistory: settings.DEMO_HISTORY && role === 'all' && isSandbox && !hasProviders(settings),
    sessionSecret: settings.SESSION_SECRET,
    logLevel: settings.LOG_LEVEL,
    smtpUrl: settings.SMTP_URL,
    mailFrom,
    trustedProxies: settings.TRUSTED_PROXIES ?? 0,
    missingToStart: isSandbox ? [] : missingSettings(settings, environment, 'all'),
    sessions: { idleDays: settings.SESSION_IDLE_DAYS, days: settings.SESSION_DAYS },
    limits: {
      signInFailuresPerQuarterHour: settings.SIGN_IN_FAILURES_PER_QUARTER_HOUR,
      signInFailuresPerQuarterHourAndAddress: settings.SIGN_IN_FAILURES_PER_QUARTER_HOUR_AND_ADDRESS,
      requestsPerMinute: settings.REQUESTS_PER_MINUTE,
      guessesPerMinute: settings.GUESSES_PER_MINUTE,
      wrongTokensPerMinute: settings.WRONG_TOKENS_PER_MINUTE,
    },
    webhooksToPrivateAddresses: settings.WEBHOOKS_TO_PRIVATE_ADDRESSES ?? (isSandbox && isLocal),
    drainSeconds: settings.DRAIN_SECONDS ?? (environment === 'production' ? PRODUCTION_DRAIN_SECONDS : 0),
    shutdownGraceSeconds: settings.SHUTDOWN_GRACE_SECONDS,
    healthPort: settings.HEALTH_PORT ?? null,
    metricsToken: settings.METRICS_TOKEN,
    web: readWeb(settings, { environment, role, isSandbox }),
    links: {
      help: settings.HELP_URL ?? mailto,
      sales: settings.SALES_CONTACT_URL ?? mailto,
      assistance: settings.ASSISTANCE_CONTACT_URL ?? mailto,
      security: settings.SECURITY_CONTACT_URL ?? mailto,
    },
    legalFiles: { privacy: settings.PRIVACY_FILE ?? null, terms: settings.TERMS_FILE ?? null },
    bank: readBank(settings),
    invoiceReminderDays: readReminderDays(settings.INVOICE_REMINDER_DAYS),
    secondOperatorAbovePence: Math.round(settings.SECOND_OPERATOR_ABOVE * 100),
    recaptcha: readRecaptcha(settings),
    signInWith: { google: readOpenId(settings, 'GOOGLE'), microsoft: readOpenId(settings, 'MICROSOFT') },
    seller: readSeller(settings),
    checkout: readCheckout(settings),
    tillo: readTillo(settings),
    rails: readRails(settings),
    merge: readMerge(settings),
    sendgridPublicKey: settings.SENDGRID_WEBHOOK_PUBLIC_KEY,
    twilio: readTwilio(settings),
    monitoring: readMonitoring(settings, isSandbox),
    tracing: isTracing(settings),
    addressKey: settings.ADDRESS_KEY,
    s3: readS3(settings),
    defaults: { planId: settings.DEFAULT_PLAN_ID ?? null, brandingId: settings.DEFAULT_BRANDING_ID ?? null },
    features: {
      launchpad: settings.FEATURE_LAUNCHPAD,
      giftRestrictionsDisable: settings.FEATURE_GIFT_RESTRICTIONS_DISABLE,
    },
    shop: {
      taxonomyIds: {
        featured: settings.TAXONOMY_FEATURED,
        christmas: settings.TAXONOMY_CHRISTMAS,
        employeeAppreciation: settings.TAXONOMY_EMPLOYEE_APPRECIATION,
        easter: settings.TAXONOMY_EASTER,
      },
      postOfficeBrandIds: readStrings(settings.POST_OFFICE_BRAND_IDS),
    },
  }
}

/** Where the sandbox is off, an installation names its own. */
const SANDBOX_SENDER = 'Posy <gifts@posy.test>'

/** Passwords that anyone can read up are for this machine, whatever stands in front of it. */
function readHost(host: string | undefined, thisMachineOnly: boolean): string {
  if (!thisMachineOnly) return host ?? '0.0.0.0'
  if (host !== undefined && !isThisMachine(host))
    throw new ConfigError('HOST: the sandbox answers this machine only; set SANDBOX=true too to let others reach it')
  return host ?? '127.0.0.1'
}

/** A balancer that asks every two or three seconds has noticed by then. */
const PRODUCTION_DRAIN_SECONDS = 8

function requireDatabase(settings: z.output<typeof Environment>, role: Purpose): void {
  if (role !== 'all' && role !== 'command' && !settings.DATABASE_URL)
    throw new ConfigError(
      `DATABASE_URL: must be set to run the ${role} role on its own; the embedded database serves one process`,
    )
  if (settings.DATABASE_READ_URL && !settings.DATABASE_URL)
    throw new ConfigError('DATABASE_READ_URL: a replica follows the database at DATABASE_URL, which must be set too')
  if (settings.DATABASE_POOLER === 'transaction' && !settings.DATABASE_DIRECT_URL)
    throw new ConfigError(
      'DATABASE_DIRECT_URL: must be set beside DATABASE_POOLER=transaction; migrations and notifications go past the pooler',
    )
}

/** Someone outside is paid, asked, written to or given something to keep. */
const hasProviders = (settings: z.output<typeof Environment>): boolean =>
  [
    settings.CHECKOUT_SECRET_KEY,
    settings.TILLO_API_KEY,
    settings.PAYPOINT_API_KEY,
    settings.POST_OFFICE_FILES_URL,
    settings.PIN4CASH_FILES_URL,
    settings.MERGE_API_KEY,
    settings.TWILIO_ACCOUNT_SID,
    settings.S3_BUCKET,
    settings.RECAPTCHA_SECRET_KEY,
    settings.GOOGLE_CLIENT_ID,
    settings.MICROSOFT_CLIENT_ID,
    settings.SMTP_URL,
  ].some(Boolean)

/**
 * Simulations, and people whose password anyone can read up, belong beside no real party: they are there on this machine
 * while no provider is set, and elsewhere only where SANDBOX asks for them by name. Never in production or beside live cards.
 */
function readSandbox(
  settings: z.output<typeof Environment>,
  environment: Config['environment'],
  isLocal: boolean,
): boolean {
  if (settings.SANDBOX === undefined) return environment !== 'production' && isLocal && !hasProviders(settings)
  if (settings.SANDBOX && environment === 'production')
    throw new ConfigError('SANDBOX: production has no sandbox; leave it out, or set ENVIRONMENT=stage')
  if (settings.SANDBOX && settings.CHECKOUT_SECRET_KEY && !settings.CHECKOUT_SECRET_KEY.startsWith('sk_sbox_'))
    throw new ConfigError('SANDBOX, CHECKOUT_SECRET_KEY: the sandbox does not run beside a key that charges real cards')
  return settings.SANDBOX
}

/** Where nothing is simulated, nothing may be left to a default that anyone can read up. */
function requireSettings(
  settings: z.output<typeof Environment>,
  environment: Config['environment'],
  role: Purpose,
): void {
  const missing = missingSettings(settings, environment, role)
  if (missing.length === 0) return
  throw new ConfigError(
    [
      ...missing,
      `To try Posy with its sandbox and published passwords${environment === 'production' ? ', set ENVIRONMENT=stage and' : ', set'} SANDBOX=true.`,
    ].join('\n'),
  )
}

function missingSettings(
  settings: z.output<typeof Environment>,
  environment: Config['environment'],
  role: Purpose,
): string[] {
  const needed = [
    'DATABASE_URL',
    ...(role === 'command' ? [] : ['SESSION_SECRET', 'SMTP_URL', 'MAIL_FROM']),
    ...(role === 'worker' || role === 'command' ? [] : ['TRUSTED_PROXIES']),
  ]
  const meaning: Record<string, string> = {
    MAIL_FROM: ': whom mail comes from, and whom people are told to ask',
    TRUSTED_PROXIES: ': how many proxies in front of Posy append to X-Forwarded-For, 0 where there are none',
  }
  const missing = needed.filter((name) => settings[name as keyof typeof settings] === undefined)
  const where = environment === 'production' ? 'in production' : 'where the sandbox is off'
  return missing.map((name) => `${name}: must be set ${where}${meaning[name] ?? ''}`)
}

/** In the sandbox the pages are the demo world's own client. */
function readWeb(
  { WEB_CLIENT_ID: clientId, WEB_CLIENT_SECRET: clientSecret, AUTHENTICATION_EVERYWHERE }: z.output<typeof Environment>,
  { environment, role, isSandbox }: { environment: Config['environment']; role: Purpose; isSandbox: boolean },
): Config['web'] {
  const needed = !isSandbox && (role === 'web' || role === 'all')
  if (Boolean(clientId) !== Boolean(clientSecret) || (needed && !clientId))
    throw new ConfigError('WEB_CLIENT_ID, WEB_CLIENT_SECRET: set both, so that people can sign in to the web app')
  return {
    clientId: clientId ?? 'demo-web',
    clientSecret: clientSecret ?? 'demo-web-secret',
    secureCookies: environment !== 'local',
    cookieSuffix: '',
    authenticationEverywhere: AUTHENTICATION_EVERYWHERE,
  }
}

/** A JSON array of strings; anything else is an empty list. */
function readStrings(text: string): string[] {
  try {
    const list = z.array(z.string()).safeParse(JSON.parse(text))
    return list.success ? list.data : []
  } catch {
    return []
  }
}

function readSeller(settings: z.output<typeof Environment>): Config['seller'] {
  const { SELLER_NAME: name, SELLER_ADDRESS: address } = settings
  if (name && address) {
    const lines = address.split(',').map((line) => line.trim())
    const { SELLER_COMPANY_NUMBER: companyNumber = null, SELLER_VAT_NUMBER: vatNumber = null } = settings
    return { name, lines: lines.filter(Boolean), companyNumber, vatNumber }
  }
  if (!name && !address) return undefined
  throw new ConfigError('SELLER_NAME, SELLER_ADDRESS: set both or none')
}

function readBank(settings: z.output<typeof Environment>): Config['bank'] {
  const { BANK_ACCOUNT_NAME: accountName, BANK_SORT_CODE: sortCode, BANK_ACCOUNT_NUMBER: accountNumber } = settings
  if (accountName && sortCode && accountNumber)
    return { accountName, sortCode, accountNumber, iban: settings.BANK_IBAN ?? null, bic: settings.BANK_BIC ?? null }
  if (!accountName && !sortCode && !accountNumber) return undefined
  throw new ConfigError('BANK_ACCOUNT_NAME, BANK_SORT_CODE, BANK_ACCOUNT_NUMBER: set all three or none')
}

function readRecaptcha(settings: z.output<typeof Environment>): Config['recaptcha'] {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET_KEY: secretKey, RECAPTCHA_URL: baseUrl } = settings
  if (siteKey && secretKey) return { siteKey, secretKey, baseUrl }
  if (!siteKey && !secretKey) return undefined
  throw new ConfigError('RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET_KEY: set both or none')
}

function readOpenId(settings: z.output<typeof Environment>, name: 'GOOGLE' | 'MICROSOFT'): OpenIdClient | undefined {
  const [clientId, clientSecret] = [settings[`${name}_CLIENT_ID`], settings[`${name}_CLIENT_SECRET`]]
  if (clientId && clientSecret) return { clientId, clientSecret }
  if (!clientId && !clientSecret) return undefined
  throw new ConfigError(`${name}_CLIENT_ID, ${name}_CLIENT_SECRET: set both or none`)
}

function readCheckout(settings: z.output<typeof Environment>): Config['checkout'] {
  const { CHECKOUT_SECRET_KEY: secretKey, CHECKOUT_PUBLIC_KEY: publicKey } = settings
  const { CHECKOUT_WEBHOOK_SECRET: webhookSecret, CHECKOUT_BASE_URL: baseUrl } = settings
  const processingChannelId = settings.CHECKOUT_PROCESSING_CHANNEL_ID
  if (secretKey && publicKey && webhookSecret && baseUrl)
    return { secretKey, publicKey, webhookSecret, baseUrl, processingChannelId }
  if (!secretKey && !publicKey && !webhookSecret && !baseUrl) return undefined
  throw new ConfigError(
    'CHECKOUT_SECRET_KEY, CHECKOUT_PUBLIC_KEY, CHECKOUT_WEBHOOK_SECRET, CHECKOUT_BASE_URL: set all four or none',
  )
}

function readTillo(settings: z.output<typeof Environment>): Config['tillo'] {
  const { TILLO_API_KEY: apiKey, TILLO_SECRET: secret, TILLO_BASE_URL: baseUrl, TILLO_SECTOR: sector } = settings
  if (apiKey && secret && baseUrl && sector) return { apiKey, secret, baseUrl, sector, signs: settings.TILLO_SIGNS }
  if (!apiKey && !secret && !baseUrl && !sector) return undefined
  throw new ConfigError('TILLO_API_KEY, TILLO_SECRET, TILLO_BASE_URL, TILLO_SECTOR: set all four or none')
}

function readRails(settings: z.output<typeof Environment>): RailSettings {
  try {
    return railSettings(settings)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

function readMonitoring(
  { SENTRY_DSN: dsn, SENTRY_RELEASE: release, TRACE_PROPAGATION_HOSTS: hosts }: z.output<typeof Environment>,
  isSandbox: boolean,
): Config['monitoring'] {
  if (!dsn) return undefined
  if (dsn === 'sandbox' && !isSandbox) throw new ConfigError('SENTRY_DSN: sandbox exists only where the sandbox is on')
  const propagationHosts = hosts
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean)
  return { dsn, release: release ?? null, propagationHosts }
}

function readReminderDays(text: string): number[] {
  const days = text === '' ? [] : text.split(',').map(Number)
  if (days.some((each, index) => each <= (days[index - 1] ?? 0)))
    throw new ConfigError('INVOICE_REMINDER_DAYS: must grow, from 1 on, such as 1,7,14,30')
  return days
}

/** OpenTelemetry's own variables: nothing is traced where they name no collector. */
const isTracing = (settings: z.output<typeof Environment>): boolean =>
  !settings.OTEL_SDK_DISABLED &&
  settings.OTEL_TRACES_EXPORTER === 'otlp' &&
  Boolean(settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)

function readMerge(settings: z.output<typeof Environment>): Config['merge'] {
  const { MERGE_API_KEY: apiKey, MERGE_WEBHOOK_KEY: webhookKey, MERGE_BASE_URL: baseUrl } = settings
  if (apiKey && webhookKey) return { apiKey, webhookKey, baseUrl }
  if (!apiKey && !webhookKey) return undefined
  throw new ConfigError('MERGE_API_KEY, MERGE_WEBHOOK_KEY: set both or none')
}

function readTwilio(settings: z.output<typeof Environment>): Config['twilio'] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = settings
  const { TWILIO_SENDER_NAME: senderName, TWILIO_REPLY_NUMBER: replyNumber = null } = settings
  const baseUrl = settings.TWILIO_BASE_URL
  if (accountSid && authToken) return { accountSid, authToken, senderName, replyNumber, baseUrl }
  if (!accountSid && !authToken) return undefined
  throw new ConfigError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN: set both or none')
}

function readIdentity(settings: z.output<typeof Environment>, region: string) {
  const { AWS_ROLE_ARN: role, AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile } = settings
  if (!role || !tokenFile) return {}
  const sts = settings.AWS_ENDPOINT_URL_STS ?? `https://sts.${region}.amazonaws.com`
  return { identity: { role, tokenFile, session: settings.AWS_ROLE_SESSION_NAME, sts } }
}

function readS3(settings: z.output<typeof Environment>): Config['s3'] {
  const where = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION'] as const
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  // Without keys those of the machine's role are asked for.
  const needed = keys.some((name) => settings[name]) ? [...where, ...keys] : where
  const missing = needed.filter((name) => !settings[name])
  if (needed === where && missing.length === where.length) return undefined
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = settings
  if (endpoint && bucket && region && missing.length === 0)
    return {
      ...{ endpoint, bucket, region },
      ...{ accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
      machine: {
        relativeUri: settings.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI,
        fullUri: settings.AWS_CONTAINER_CREDENTIALS_FULL_URI,
        tokenFile: settings.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE,
        metadata: settings.AWS_EC2_METADATA_SERVICE_ENDPOINT,
        ...readIdentity(settings, region),
      },
    }
  throw new ConfigError(missing.map((name) => `${name}: must be set too, to keep files in S3`).join('\n'))
}
