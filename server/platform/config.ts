import { z } from 'zod'

export const roles = ['api', 'web', 'worker', 'all'] as const
export type Role = (typeof roles)[number]

const positive = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const url = () => z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ''))
const link = () => z.url({ protocol: /^(https?|mailto)$/ }).default('mailto:help@posy.test')

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: url().optional(),
  DATA_DIR: z.string().min(1).default('.posy'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOL_SIZE: positive(20),
  ENVIRONMENT: z.enum(['local', 'dev', 'beta', 'stage', 'production']).optional(),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Posy <gifts@posy.test>'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  SIGN_IN_FAILURES_PER_QUARTER_HOUR: positive(10),
  REQUESTS_PER_MINUTE: positive(6000),
  GUESSES_PER_MINUTE: positive(30),
  WRONG_TOKENS_PER_MINUTE: positive(120),
  SHUTDOWN_GRACE_SECONDS: positive(20),
  WEB_CLIENT_ID: z.string().min(1).max(100).optional(),
  WEB_CLIENT_SECRET: z.string().min(8, 'must be at least 8 characters').optional(),
  AUTHENTICATION_EVERYWHERE: z.stringbool().default(false),
  HELP_URL: link(),
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
  BANK_BIC: z
    .string()
    .regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, 'must be 8 or 11 letters and digits')
    .optional(),
  RECAPTCHA_SITE_KEY: z.string().min(20, 'must be at least 20 characters').optional(),
  RECAPTCHA_SECRET_KEY: z.string().min(20, 'must be at least 20 characters').optional(),
  RECAPTCHA_URL: url().default('https://www.google.com/recaptcha'),
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
  S3_ENDPOINT: url().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  DEMO_HISTORY: z.stringbool().default(false),
  FEATURE_LAUNCHPAD: z.stringbool().default(false),
  FEATURE_GIFT_RESTRICTIONS_DISABLE: z.stringbool().default(false),
  TAXONOMY_FEATURED: z.uuid().optional(),
  TAXONOMY_CHRISTMAS: z.uuid().optional(),
  TAXONOMY_EMPLOYEE_APPRECIATION: z.uuid().optional(),
  TAXONOMY_EASTER: z.uuid().optional(),
  POST_OFFICE_BRAND_IDS: z.string().default('[]'),
})

export interface Config {
  role: Role
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  databasePoolSize: number
  environment: 'local' | 'dev' | 'beta' | 'stage' | 'production'
  /** The outside parties' simulations run inside this installation. */
  sandbox: boolean
  /** On demand, a demo world that is made now gets a past: purchases, a budget that has run. Only where every outside party is simulated. */
  demoHistory: boolean
  /** Set from the environment, or made once per data folder outside production. */
  sessionSecret: string | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  smtpUrl: string | undefined
  mailFrom: string
  /** How many proxies in front of us append to X-Forwarded-For. */
  trustedProxies: number
  limits: {
    signInFailuresPerQuarterHour: number
    requestsPerMinute: number
    guessesPerMinute: number
    wrongTokensPerMinute: number
  }
  shutdownGraceSeconds: number
  metricsToken: string | undefined
  /** How people sign in to the web app. */
  web: {
    /** The client identity that the pages exchange passwords with. */
    clientId: string
    clientSecret: string
    secureCookies: boolean
    /** Only gifts are shown to who has not signed in. */
    authenticationEverywhere: boolean
  }
  /** Whom to ask. */
  links: { help: string; sales: string; assistance: string }
  /** Who sells, as receipts and invoices name it; without one (outside the sandbox) none are issued. */
  seller: { name: string; lines: string[]; companyNumber: string | null; vatNumber: string | null } | undefined
  /** The account customers pay into; without one (outside the sandbox) bank top-ups are refused. */
  bank:
    | { accountName: string; sortCode: string; accountNumber: string; iban: string | null; bic: string | null }
    | undefined
  /** Who signs up shows that they are a person, where this is set. */
  recaptcha: { siteKey: string; secretKey: string; baseUrl: string } | undefined
  features: { launchpad: boolean; giftRestrictionsDisable: boolean }
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
  /** Where cards are charged; without one, outside production, in the sandbox, and in production not at all. */
  checkout:
    | {
        secretKey: string
        publicKey: string
        webhookSecret: string
        baseUrl: string
        processingChannelId: string | undefined
      }
    | undefined
  /** Where files are kept; without one, in the data folder. */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined
  /** Where gift cards are bought; without one, outside production, in the sandbox, and in production not at all. */
  tillo: { apiKey: string; secret: string; baseUrl: string; sector: string; signs: 'face-value' | 'brand' } | undefined
}

/** A setting that is wrong or missing; the message names the variable. */
export class ConfigError extends Error {}

/**
 * Reads the settings once, at start. An installation with a public address other than this machine is production
 * unless ENVIRONMENT says otherwise; production refuses the sandbox and every default secret.
 * @throws ConfigError listing every wrong variable
 */
export function readConfig(env: Record<string, string | undefined>, role: Role = 'all'): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const settings = parsed.data
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname)
  const environment = settings.ENVIRONMENT ?? (isLocal ? 'local' : 'production')
  const missing =
    environment === 'production'
      ? (['SESSION_SECRET', 'SMTP_URL', 'DATABASE_URL'] as const).filter((name) => !settings[name])
      : []
  if (missing.length)
    throw new ConfigError(
      missing
        .map((name) => `${name}: must be set in production (set ENVIRONMENT=local to try Posy with its sandbox)`)
        .join('\n'),
    )
  if (role !== 'all' && !settings.DATABASE_URL)
    throw new ConfigError(
      `DATABASE_URL: must be set to run the ${role} role on its own; the embedded database serves one process`,
    )
  const isSandbox = environment !== 'production' && !settings.SMTP_URL
  return {
    role,
    publicUrl,
    environment,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    sandbox: isSandbox,
    demoHistory: settings.DEMO_HISTORY && role === 'all' && isSandbox && !hasProviders(settings),
    sessionSecret: settings.SESSION_SECRET,
    logLevel: settings.LOG_LEVEL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    trustedProxies: settings.TRUSTED_PROXIES,
    limits: {
      signInFailuresPerQuarterHour: settings.SIGN_IN_FAILURES_PER_QUARTER_HOUR,
      requestsPerMinute: settings.REQUESTS_PER_MINUTE,
      guessesPerMinute: settings.GUESSES_PER_MINUTE,
      wrongTokensPerMinute: settings.WRONG_TOKENS_PER_MINUTE,
    },
    shutdownGraceSeconds: settings.SHUTDOWN_GRACE_SECONDS,
    metricsToken: settings.METRICS_TOKEN,
    web: readWeb(settings, environment, role),
    links: {
      help: settings.HELP_URL,
      sales: settings.SALES_CONTACT_URL,
      assistance: settings.ASSISTANCE_CONTACT_URL,
    },
    bank: readBank(settings),
    recaptcha: readRecaptcha(settings),
    seller: readSeller(settings),
    checkout: readCheckout(settings),
    tillo: readTillo(settings),
    s3: readS3(settings),
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

/** Somebody outside is paid, asked or given something to keep. */
const hasProviders = (settings: z.output<typeof Environment>): boolean =>
  [settings.CHECKOUT_SECRET_KEY, settings.TILLO_API_KEY, settings.S3_BUCKET, settings.RECAPTCHA_SECRET_KEY].some(
    Boolean,
  )

/** Outside production the pages are the demo world's own client. */
function readWeb(
  { WEB_CLIENT_ID: clientId, WEB_CLIENT_SECRET: clientSecret, AUTHENTICATION_EVERYWHERE }: z.output<typeof Environment>,
  environment: Config['environment'],
  role: Role,
): Config['web'] {
  const needed = environment === 'production' && (role === 'web' || role === 'all')
  if (Boolean(clientId) !== Boolean(clientSecret) || (needed && !clientId))
    throw new ConfigError('WEB_CLIENT_ID, WEB_CLIENT_SECRET: set both, so that people can sign in to the web app')
  return {
    clientId: clientId ?? 'demo-web',
    clientSecret: clientSecret ?? 'demo-web-secret',
    secureCookies: environment !== 'local',
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

function readS3(settings: z.output<typeof Environment>): Config['s3'] {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const [endpoint, bucket, region, accessKeyId, secretAccessKey] = names.map((name) => settings[name])
  if (endpoint && bucket && region && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region, accessKeyId, secretAccessKey }
  const missing = names.filter((name) => !settings[name])
  if (missing.length === names.length) return undefined
  throw new ConfigError(missing.map((name) => `${name}: must be set too, to keep files in S3`).join('\n'))
}
