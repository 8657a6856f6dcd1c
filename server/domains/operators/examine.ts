import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { railNames } from '#contract/core/rails.ts'
import type { InstallationCheck } from '#contract/operator/overview.ts'
import type { ReadReplica } from '#server/platform/database/read-replica.ts'
import type { Posy } from '#server/platform/posy.ts'
import { longUnsent } from './undelivered-messages.ts'

type Finding = InstallationCheck

/** A provider that does not answer must not hold up the others, nor the page that shows them. */
const PATIENCE_MS = 5000

/**
 * Looks at everything a customer will need: what is set, what is loaded, and whether each provider answers. Each is
 * asked one harmless thing; nothing is sent, bought or charged.
 */
export const examine = (posy: Posy): Promise<Finding[]> =>
  Promise.all([
    database(posy),
    ...(posy.replica ? [readReplica(posy.replica)] : []),
    mail(posy),
    messages(posy),
    links(posy),
    files(posy),
    cards(posy),
    issuers(posy),
    payouts(posy),
    hr(posy),
    setting(posy, 'seller', ['Seller', 'SELLER_NAME and SELLER_ADDRESS: no receipts or invoices are issued']),
    setting(posy, 'bank', ['Bank account', 'BANK_ACCOUNT_NAME, …: customers cannot top up by bank']),
    loaded(posy, 'Plans', sql`select count(*)::int as count from plan where is_active`, 'posy plan import FILE'),
    loaded(
      posy,
      'Catalogue',
      sql`select count(*)::int as count from product where active`,
      'posy catalogue import FILE',
    ),
    loaded(
      posy,
      'Web client',
      sql`select count(*)::int as count from client where kind = 'web' and revoked_at is null and id = ${posy.config.web.clientId}`,
      'posy client add-web ID',
    ),
    ...defaults(posy),
    loaded(
      posy,
      'Customers',
      sql`select count(*)::int as count from team where parent_team_id is null and closed_at is null`,
      'posy team create',
    ),
    loaded(
      posy,
      'Operators',
      sql`select count(*)::int as count from operator where deactivated_at is null`,
      'posy operator add EMAIL --role owner',
    ),
    loaded(
      posy,
      'Owner’s second address',
      sql`select count(*)::int as count from operator where deactivated_at is null and role = 'owner' and second_email is not null`,
      'posy operator second-address EMAIL ADDRESS',
    ),
  ])

/** A sandbox has one of its own. */
const setting = ({ config }: Posy, name: 'seller' | 'bank', [title, what]: [string, string]): Finding => {
  if (config[name]) return { name: title, state: 'ok', what: 'set' }
  return config.sandbox
    ? { name: title, state: 'sandbox', what: 'the sandbox’s own' }
    : { name: title, state: 'missing', what }
}

async function asked(name: string, ask: () => Promise<string>): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`)), PATIENCE_MS)
  })
  try {
    return { name, state: 'ok', what: await Promise.race([ask(), tooSlow]) }
  } catch (error) {
    return { name, state: 'failed', what: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** What a process opens beside its pool: five for the queue, two that watch. Those of the queue go past a pooler. */
const BESIDE_POOL = 7
const PAST_POOLER = 5
/** For a start or a command, and for a look at the database by hand. */
const SPARE_CONNECTIONS = 22

const database = ({ db, database: { kind }, config }: Posy): Promise<Finding> =>
  asked('Database', async () => {
    const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
    const what = `PostgreSQL ${rows[0]!.version}`
    if (kind === 'pglite') return `${what}, embedded`
    const limits = await sql<{ most: number; tls: string | null }>`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
        (select version from pg_stat_ssl where pid = pg_backend_pid()) as tls`.execute(db)
    const { most, tls } = limits.rows[0]!
    const each = config.database.pooler === 'transaction' ? PAST_POOLER : config.databasePoolSize + BESIDE_POOL
    const processes = Math.floor((most - SPARE_CONNECTIONS) / each)
    if (processes < 1)
      throw new Error(
        `one process opens ${each} connections and max_connections leaves ${most}: raise it, or lower DATABASE_POOL_SIZE`,
      )
    return `${what}, ${tls ? `over ${tls}` : 'without TLS'}; its ${most} connections are enough for ${processes} processes of ${each} each`
  })

const readReplica = (replica: ReadReplica): Promise<Finding> =>
  asked('Read replica', async () => {
    if (await replica.caughtUp()) return 'it has all that is committed, and answers searches, lists and reports'
    throw new Error('it is away, behind or a primary itself: the primary answers everything')
  })

async function mail({ providers, config }: Posy): Promise<Finding> {
  const finding = await asked('Mail', async () => {
    await providers.mailer.verify()
    return 'the mail server lets us in'
  })
  return finding.state === 'ok' && !config.smtpUrl
    ? { ...finding, state: 'sandbox', what: 'the sandbox’s mailbox' }
    : finding
}

/**
 * Receivers ask the sender's domain whether our mail server may write in its name (RFC 7208, 7489), and what has no answer ends among
 * spam. The record of DKIM has a name that the mail server chose: it is not looked for. Asked by the command alone, for a page would wait for other people's name servers.
 */
export async function senderDomain({ providers, config }: Posy): Promise<Finding> {
  const domain = config.mailFrom.replace(/^.*@|>$/g, '')
  const finding = await asked('Sender’s domain', async () => {
    const [own, policy] = await Promise.all([providers.dns.texts(domain), providers.dns.texts(`_dmarc.${domain}`)])
    const missing = [
      ...(own.some((text) => /^v=spf1( |$)/i.test(text)) ? [] : [`SPF (a TXT record v=spf1 … at ${domain})`]),
      ...(policy.some((text) => /^v=DMARC1\b/i.test(text))
        ? []
        : [`DMARC (a TXT record v=DMARC1 … at _dmarc.${domain})`]),
    ]
    return missing.length === 0
      ? `${domain} has SPF and DMARC`
      : `${domain} lacks ${missing.join(' and ')}: receivers may take gifts for spam`
  })
  // Mail leaves without it, and a machine may have no way to ask.
  const what = finding.state === 'failed' ? `SPF and DMARC of ${domain} could not be looked up` : finding.what
  return { ...finding, state: config.sandbox ? 'sandbox' : 'ok', what }
}

/** Where people are sent who need help, want to buy or need a hand; by default they write to the sender of our mail. */
async function links({ config }: Posy): Promise<Finding> {
  const { help, sales, assistance } = config.links
  const what = [...new Set([help, sales, assistance])].map((link) => link.replace(/^mailto:/, '')).join(', ')
  const name = 'Whom to ask'
  if (!what.includes('@posy.test')) return { name, state: 'ok', what }
  if (config.sandbox) return { name, state: 'sandbox', what }
  return {
    name,
    state: 'missing',
    what: 'MAIL_FROM, or HELP_URL and its like: people would write to an address that is not there',
  }
}

/** Mail that waits is not missed until someone asks for it. */
const messages = (posy: Posy): Promise<Finding> =>
  asked('Messages', async () => {
    const { count, oldestSeconds } = await longUnsent(posy)
    if (count === 0) return 'all that could leave have left'
    const wait = `${Math.round(oldestSeconds / 60)} minutes`
    throw new Error(
      count === 1 ? `1 message has not left, for ${wait}` : `${count} messages have not left, the oldest for ${wait}`,
    )
  })

const files = ({ providers, config }: Posy): Promise<Finding> =>
  asked('Files', async () => {
    const key = `doctor/${randomUUID()}.txt`
    await providers.files.put(key, Buffer.from('Posy was here.'))
    const back = await providers.files.read(key)
    await providers.files.remove(key)
    if (!back) throw new Error('what was written could not be read back')
    return config.s3 ? `bucket ${config.s3.bucket}` : 'in the data folder of this machine'
  })

async function cards({ providers, config }: Posy): Promise<Finding> {
  const provider = providers.cards
  if (!provider) return { name: 'Cards', state: 'left-out', what: 'CHECKOUT_…: customers cannot pay by card' }
  const finding = await asked('Cards', async () => {
    await provider.paymentByReference(randomUUID())
    return 'the provider accepts our key'
  })
  return finding.state === 'ok' && !config.checkout
    ? { ...finding, state: 'sandbox', what: 'the sandbox’s provider' }
    : finding
}

function issuers({ providers, config }: Posy): Finding {
  const names = Object.keys(providers.issuers)
  if (names.length === 0)
    return {
      name: 'Issuers',
      state: 'left-out',
      what: 'TILLO_…, PAYPOINT_…: only codes imported with posy codes import can be sold',
    }
  return config.tillo || config.rails.paypoint
    ? { name: 'Issuers', state: 'ok', what: `${names.join(', ')} (set; they have no harmless call)` }
    : { name: 'Issuers', state: 'sandbox', what: 'the sandbox’s issuer' }
}

/** Who pays nothing out needs none. The folders are looked into; PayPoint has no harmless call. */
async function payouts({ providers, config }: Posy): Promise<Finding> {
  const connected = railNames.filter((name) => providers.rails[name])
  if (connected.length === 0)
    return {
      name: 'Rails',
      state: 'left-out',
      what: 'PAYPOINT_…, POST_OFFICE_FILES_…, PIN4CASH_FILES_…: no cash or energy is paid out',
    }
  const finding = await asked('Rails', async () => {
    for (const name of connected) await providers.rails[name]!.check?.()
    const missing = railNames.filter((name) => !providers.rails[name])
    return `${connected.join(', ')} can pay out${missing.length ? `; not connected: ${missing.join(', ')}` : ''}`
  })
  const isReal = Object.values(config.rails).some((one) => one !== undefined)
  return finding.state === 'ok' && !isReal ? { ...finding, state: 'sandbox', what: 'the sandbox’s rails' } : finding
}

async function hr({ providers, config }: Posy): Promise<Finding> {
  const provider = providers.hr
  if (!provider)
    return { name: 'HR systems', state: 'left-out', what: 'MERGE_…: customers cannot connect their HR system' }
  const finding = await asked(
    'HR systems',
    async () => `${(await provider.integrations('hris')).length} systems can be connected`,
  )
  return finding.state === 'ok' && !config.merge
    ? { ...finding, state: 'sandbox', what: 'the sandbox’s provider' }
    : finding
}

/** Ids that the settings name, where they name any. */
function defaults(posy: Posy): Promise<Finding>[] {
  const { planId, brandingId } = posy.config.defaults
  const plan = sql`select count(*)::int as count from plan where id = ${planId} and is_active and open_for_sign_up`
  const branding = sql`select count(*)::int as count from theme where branding_id = ${brandingId} and deleted_at is null`
  return [
    ...(planId ? [loaded(posy, 'Default plan', plan, 'DEFAULT_PLAN_ID: no plan on offer has this id')] : []),
    ...(brandingId
      ? [loaded(posy, 'Default branding', branding, 'DEFAULT_BRANDING_ID: no theme uses a branding of this id')]
      : []),
  ]
}

async function loaded(posy: Posy, name: string, query: ReturnType<typeof sql>, how: string): Promise<Finding> {
  return asked(name, async () =>
    String((await query.execute(posy.db)).rows.map((row) => (row as { count: number }).count)[0]),
  ).then((finding) => (finding.what === '0' ? { name, state: 'missing', what: how } : finding))
}
