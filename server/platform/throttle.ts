import { sql } from 'kysely'
import { Problem } from '#server/platform/problem/problem.ts'
import type { Db, Tx } from './database/database.ts'
import { enclosingNetworks } from './networks.ts'
import type { Posy } from './posy.ts'

export interface Limit {
  attempts: number
  windowSeconds: number
}

/**
 * Counts one attempt at a guessable thing (a password, a code, a key) in a bucket shared by all processes.
 * @param weight how many it counts as
 * @throws too_many_requests (429) with Retry-After once the limit in the window is passed
 */
export async function countAttempt(posy: Posy, bucket: string, limit: Limit, weight = 1): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  const end = new Date(now.getTime() + limit.windowSeconds * 1000)
  const { rows } = await sql<{ attempts: number; window_ends_at: Date }>`
    insert into throttle (bucket, attempts, window_ends_at) values (${bucket}, ${weight}, ${end})
    on conflict (bucket) do update set
      attempts = case when throttle.window_ends_at <= ${now} then ${weight}::int else throttle.attempts + ${weight}::int end,
      window_ends_at = case when throttle.window_ends_at <= ${now} then ${end} else throttle.window_ends_at end
    returning attempts, window_ends_at`.execute(posy.db)
  const row = rows[0]!
  if (row.attempts > limit.attempts) throw tooMany(row.window_ends_at.getTime() - now.getTime())
}

/** As countAttempt, of anyone who asks from an address: once for each network that it counts for. */
export async function countFrom(
  posy: Posy,
  address: string,
  limit: Limit,
  bucket: (network: string) => string,
): Promise<void> {
  await countEach(posy, bucketsFrom(address, bucket), limit)
}

/** @throws too_many_requests (429) */
export async function countEach(posy: Posy, { buckets, times }: Buckets, limit: Limit): Promise<void> {
  for (const [index, bucket] of buckets.entries())
    await countAttempt(posy, bucket, { ...limit, attempts: limit.attempts * times[index]! })
}

/** Misses that slow down and never close: so many are free, then each makes the next wait twice as long, up to the longest. */
export interface Slowing {
  bucket: string
  free: number
  longestSeconds: number
  /** How long a miss counts: since the first, or since the latest. */
  keptSeconds: number
  since: 'first' | 'latest'
}

/** @throws too_many_requests (429) while the next try in one of them is not looked at yet */
export async function refuseWhileSlowed(posy: Posy, slowings: readonly Slowing[]): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  const { rows } = await sql<{ opens_at: Date | null }>`
    select max(opens_at) as opens_at from throttle
    where bucket = any(${slowings.map(({ bucket }) => bucket)}::text[]) and window_ends_at > ${now} and opens_at > ${now}`.execute(
    posy.db,
  )
  const opensAt = rows[0]?.opens_at
  if (opensAt) throw tooMany(opensAt.getTime() - now.getTime())
}

/**
 * Counts a miss. One that was tried before its time, as of many sent at once, learns nothing.
 * @throws too_many_requests (429) for such a one
 */
export async function countMiss(posy: Posy, slowings: readonly Slowing[]): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  let early: Date | null = null
  for (const { bucket, free, longestSeconds, keptSeconds, since } of slowings) {
    const end = new Date(now.getTime() + keptSeconds * 1000)
    const misses = sql`(case when throttle.window_ends_at <= ${now} then 1 else throttle.attempts + 1 end)`
    const opensAt = (count: ReturnType<typeof sql>) => sql`case when ${count} >= ${free}::int then
      ${now}::timestamptz + make_interval(secs => least(${longestSeconds}::int, power(2, least(${count} - ${free}::int, 20)))) end`
    const { rows } = await sql<{ was_open: boolean; opens_at: Date }>`
      insert into throttle (bucket, attempts, window_ends_at, opens_at, was_open)
      values (${bucket}, 1, ${end}, ${opensAt(sql`1`)}, true)
      on conflict (bucket) do update set
        attempts = ${misses}, opens_at = ${opensAt(misses)},
        window_ends_at = case when ${since === 'first'} and throttle.window_ends_at > ${now} then throttle.window_ends_at else ${end} end,
        was_open = throttle.window_ends_at <= ${now} or throttle.opens_at is null or throttle.opens_at <= ${now}
      returning was_open, opens_at`.execute(posy.db)
    if (!rows[0]!.was_open) early = rows[0]!.opens_at
  }
  if (early) throw tooMany(early.getTime() - now.getTime())
}

/** How often a bucket was used in a window that is not over yet. */
export interface Used {
  attempts: number
  endsMs: number
}

/** Buckets that count the same, and how many times a limit each of them takes. */
export interface Buckets {
  buckets: readonly string[]
  times: readonly number[]
}

/** The buckets of anyone who asks from an address. */
export function bucketsFrom(address: string, bucket: (network: string) => string): Buckets {
  const networks = enclosingNetworks(address)
  return { buckets: networks.map(({ name }) => bucket(name)), times: networks.map(({ times }) => times) }
}

/** What happened to buckets so far, as a part of some query: of the one that is used most; null where nothing did. */
export const usedTokens = ({ buckets, times }: Buckets, now: Date) =>
  sql<Used | null>`(
    select json_build_object('attempts', attempts / times, 'endsMs', extract(epoch from window_ends_at) * 1000)
    from throttle join unnest(${buckets}::text[], ${times}::int[]) as counted (bucket, times) using (bucket)
    where window_ends_at > ${now} order by attempts / times desc limit 1)`

/** As usedTokens, alone. */
export async function usedBy(posy: Posy, counted: Buckets): Promise<Used | null> {
  const now = new Date(posy.wall.nowMs())
  const { rows } = await sql<{ used: Used | null }>`select ${usedTokens(counted, now)} as used`.execute(posy.db)
  return rows[0]!.used
}

/** Refuses without counting, for limits that count failures only. */
export const refuseWhenExhausted = async (posy: Posy, bucket: string, attempts: number): Promise<void> =>
  refuseUsedUp(posy, await usedBy(posy, { buckets: [bucket], times: [1] }), attempts)

/** As refuseWhenExhausted, where it has been read already. */
export function refuseUsedUp(posy: Posy, used: Used | null, attempts: number): void {
  if (used && used.attempts >= attempts) throw tooMany(used.endsMs - posy.wall.nowMs())
}

/** Forgets buckets: the right secret was given. */
export async function clearAttempts(posy: Posy, buckets: readonly string[]): Promise<void> {
  await posy.db.deleteFrom('throttle').where('bucket', 'in', buckets).execute()
}

/** Deletes every bucket whose name starts so: rarely, for it reads them all. */
export async function clearAttemptsUnder(db: Db | Tx, start: string): Promise<void> {
  await sql`delete from throttle where starts_with(bucket, ${start})`.execute(db)
}

/** Longer than this no one waits looking at a page. */
const TOLD_SECONDS = 120

function tooMany(waitMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const span = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`
  const wait = retryAfterSeconds <= TOLD_SECONDS ? `Please try again in ${span}.` : 'Please wait a little.'
  return new Problem('too_many_requests', `Too many attempts. ${wait}`, { retryAfterSeconds })
}

export const QUOTA_WINDOW_SECONDS = 60

/** How one request stands to its caller's budget of this minute. */
export interface Quota {
  limit: number
  remaining: number
  resetSeconds: number
  /** How many requests past the limit this one is. */
  excess: number
}

/** @throws too_many_requests (429) with Retry-After when the budget was used up before this request */
export function refuseExcess({ excess, resetSeconds }: Quota): void {
  if (excess > 0) throw tooMany(resetSeconds * 1000)
}

/** A budget of requests per caller and minute, kept in this process: cheap, and enough to stop a runaway loop. */
export class RequestBudget {
  readonly #perMinute: number
  readonly #spent = new Map<string, number>()
  #minute = 0
  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }
  /** Counts one request. `limit` replaces the usual one. */
  spend(caller: string, nowMs: number, limit = this.#perMinute): Quota {
    const windowMs = QUOTA_WINDOW_SECONDS * 1000
    const minute = Math.floor(nowMs / windowMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#spent.clear()
    }
    const spent = (this.#spent.get(caller) ?? 0) + 1
    this.#spent.set(caller, spent)
    return {
      limit,
      remaining: Math.max(0, limit - spent),
      resetSeconds: Math.ceil((windowMs - (nowMs % windowMs)) / 1000),
      excess: Math.max(0, spent - limit),
    }
  }
  /** As spend, for callers known by their address alone: the first network that has used up its budget tells. */
  spendFrom(kind: string, address: string, nowMs: number, limit = this.#perMinute): Quota {
    const quotas = enclosingNetworks(address).map(({ name, times }) =>
      this.spend(`${kind} ${name}`, nowMs, limit * times),
    )
    return quotas.find(({ excess }) => excess > 0) ?? quotas[0]!
  }
}

/** Forgets the counts that name any of these words. */
export const forgetAttempts = (tx: Tx, words: readonly string[]) =>
  sql`
    delete from throttle using unnest(${[...words]}::text[]) as known (word)
    where position(known.word in throttle.bucket) > 0`.execute(tx)
