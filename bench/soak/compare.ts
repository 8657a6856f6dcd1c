import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { CustomersLog } from './customers.ts'
import type { Span } from './faults.ts'
import type { Installation } from './installation.ts'

const MAIL_WITHIN_MS = 180_000

/** How far the customers' log and the installation's records are apart; all well where everything but `mailedAgain` is 0. */
interface Comparison {
  /** Orders that were never confirmed, however often they were repeated. */
  unanswered: number
  /** Purchases that were confirmed and are not there, or not paid. */
  lost: number
  /** Purchases, payments or gifts that are there beside the one that was confirmed. */
  twice: number
  /** Wallets that hold anything but what they held before, less what was confirmed. */
  walletsOff: number
  /** Receivers who were told nothing, or in two different messages. */
  notMailed: number
  mailedTwice: number
  /** Repeats of the same message, which a killed worker could not know was sent: mail programs show it once. */
  mailedAgain: number
  jobsGivenUp: number
  /** Purchases whose gifts are not made. */
  unfinished: number
}

export async function compare(
  { databaseUrl }: Installation,
  { orders }: CustomersLog,
  before: Map<string, number>,
): Promise<Comparison> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const rows = async <T>(sql: string, values: unknown[] = []) => (await db.query(sql, values)).rows as T[]
    const count = async (sql: string) => (await rows<{ count: number }>(sql))[0]!.count
    const receivers = orders.flatMap(({ receiver, confirmed }) => (receiver && confirmed ? [receiver] : []))
    const mailed = await untilMailed(receivers, () =>
      rows<Mailed>(
        `select recipient, count(*)::int as messages, count(distinct message_id)::int as different
         from sandbox_message where recipient like 'soak-%' group by 1`,
      ),
    )
    const bought = await rows<{ id: string; payments: number; gifts: number }>(
      `select id, (select count(*)::int from ledger_transfer where kind = 'purchase' and reference_id = t.id::text) as payments,
         (select count(*)::int from huggg where transaction_id = t.id) as gifts
       from transaction t`,
    )
    const there = new Map(bought.map((purchase) => [purchase.id, purchase]))
    const confirmed = orders.flatMap((order) => (order.confirmed ? [order.confirmed.id] : []))
    const isKnown = new Set(confirmed)
    const unanswered = orders.length - confirmed.length
    const extra = bought.filter(({ id }) => !isKnown.has(id)).length
    return {
      unanswered,
      lost: confirmed.filter((id) => !there.get(id)?.payments).length,
      twice:
        // An order that was never answered may be there, once.
        Math.max(0, extra - unanswered) +
        (confirmed.length - isKnown.size) +
        bought.filter(({ payments, gifts }) => payments > 1 || gifts > 1).length,
      walletsOff: walletsOff(orders, before, await readBalances(db)),
      notMailed: receivers.filter((receiver) => !mailed.has(receiver)).length,
      mailedTwice: [...mailed.values()].filter(({ different }) => different > 1).length,
      mailedAgain: [...mailed.values()].reduce((sum, { messages, different }) => sum + messages - different, 0),
      jobsGivenUp: await count("select count(*)::int from queue.job where name = 'failed-jobs'"),
      unfinished: await count(
        'select count(*)::int from transaction t where processing is not null or quantity <> (select count(*) from huggg where transaction_id = t.id)',
      ),
    }
  } finally {
    await db.end()
  }
}

interface Mailed {
  recipient: string
  messages: number
  different: number
}

async function untilMailed(receivers: string[], read: () => Promise<Mailed[]>): Promise<Map<string, Mailed>> {
  const endMs = performance.now() + MAIL_WITHIN_MS
  for (;;) {
    const mailed = new Map((await read()).map((each) => [each.recipient, each]))
    if (receivers.every((receiver) => mailed.has(receiver)) || performance.now() > endMs) return mailed
    await pause(1000)
  }
}

const WALLETS = ['HGDEMO0401', 'HGDEMO0403', 'HGDEMO0404', 'HGDEMO0405']

/** Puts £5,000,000 into each wallet that customers buy from. */
export async function fundWallets(installation: Installation): Promise<void> {
  for (const reference of WALLETS) {
    const words = ['--reference', reference, '--amount-pence', '500000000', '--line', `soak-${reference}`]
    const { code, output } = await installation.operate('bank', 'receive', ...words)
    if (code !== 0) throw new Error(output)
  }
}

/** What each wallet has to spend, in pence. */
export async function balances({ databaseUrl }: Installation): Promise<Map<string, number>> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    return await readBalances(db)
  } finally {
    await db.end()
  }
}

async function readBalances(db: pg.Client): Promise<Map<string, number>> {
  const { rows } = await db.query<{ wallet_id: string; balance: string }>(
    "select wallet_id, balance from ledger_account where kind = 'available' and wallet_id is not null",
  )
  return new Map(rows.map(({ wallet_id, balance }) => [wallet_id, Number(balance)]))
}

function walletsOff(orders: CustomersLog['orders'], before: Map<string, number>, after: Map<string, number>): number {
  const spent = new Map<string, number>()
  for (const { wallet, confirmed } of orders) spent.set(wallet, (spent.get(wallet) ?? 0) + (confirmed?.totalPence ?? 0))
  return [...before].filter(([wallet, pence]) => after.get(wallet) !== pence - (spent.get(wallet) ?? 0)).length
}

/** The longest time without a confirmed purchase, in milliseconds, less what the given spans hold of it. */
export function longestGapMs(moments: readonly number[], within: Span, apartFrom: readonly Span[] = []): number {
  const inside = moments.filter((atMs) => atMs > within.fromMs && atMs < within.untilMs)
  const ends = [within.fromMs, ...inside.toSorted((a, b) => a - b), within.untilMs]
  const overlapMs = (fromMs: number, untilMs: number, span: Span) =>
    Math.max(0, Math.min(untilMs, span.untilMs) - Math.max(fromMs, span.fromMs))
  let longest = 0
  for (let at = 1; at < ends.length; at++) {
    const [fromMs, untilMs] = [ends[at - 1]!, ends[at]!]
    const away = apartFrom.reduce((sum, span) => sum + overlapMs(fromMs, untilMs, span), 0)
    longest = Math.max(longest, untilMs - fromMs - away)
  }
  return longest
}
