import { sql } from 'kysely'
import { Problem } from '#server/kit/problem.ts'
import type { Tx } from './database/database.ts'
import type { Posy } from './posy.ts'

/**
 * Counts one attempt at a guessable thing (a password, a code, a key) in a bucket shared by all processes.
 * @throws too_many_requests (429) with Retry-After once the limit in the window is passed
 */
export async function countAttempt(
  posy: Posy,
  bucket: string,
  limit: { attempts: number; windowSeconds: number },
): Promise<void> {
  const now = new Date(posy.wall.nowMs())
  const end = new Date(now.getTime() + limit.windowSeconds * 1000)
  const { rows } = await sql<{ attempts: number; window_ends_at: Date }>`
    insert into throttle (bucket, attempts, window_ends_at) values (${bucket}, 1, ${end})
    on conflict (bucket) do update set
      attempts = case when throttle.window_ends_at <= ${now} then 1 else throttle.attempts + 1 end,
      window_ends_at = case when throttle.window_ends_at <= ${now} then ${end} else throttle.window_ends_at end
    returning attempts, window_ends_at`.execute(posy.db)
  const row = rows[0]!
  if (row.attempts > limit.attempts) throw tooMany(row.window_ends_at.getTime() - now.getTime())
}

/** How often a bucket was used in a window that is not over yet. */
export interface Used {
  attempts: number
  endsMs: number
}

/** What became of a bucket so far, as a part of some query; null where nothing did. */
export const usedOf = (bucket: string, now: Date) =>
  sql<Used | null>`(
    select json_build_object('attempts', attempts, 'endsMs', extract(epoch from window_ends_at) * 1000)
    from throttle where bucket = ${bucket} and window_ends_at > ${now})`

/** As usedOf, by itself. */
export async function usedBy(posy: Posy, bucket: string): Promise<Used | null> {
  const now = new Date(posy.wall.nowMs())
  const { rows } = await sql<{ used: Used | null }>`select ${usedOf(bucket, now)} as used`.execute(posy.db)
  return rows[0]!.used
}

/** Refuses without counting, for limits that count failures only. */
export const refuseWhenExhausted = async (posy: Posy, bucket: string, attempts: number): Promise<void> =>
  refuseUsedUp(posy, await usedBy(posy, bucket), attempts)

/** As refuseWhenExhausted, where it has been read already. */
export function refuseUsedUp(posy: Posy, used: Used | null, attempts: number): void {
  if (used && used.attempts >= attempts) throw tooMany(used.endsMs - posy.wall.nowMs())
}

/** Forgets a bucket: the right secret was given. */
export async function clearAttempts(posy: Posy, bucket: string): Promise<void> {
  await posy.db.deleteFrom('throttle').where('bucket', '=', bucket).execute()
}

const tooMany = (waitMs: number) =>
  new Problem('too_many_requests', 'Too many attempts. Please wait a little.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })

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
}

/** Forgets the counts that name any of these words. */
export const forgetAttempts = (tx: Tx, words: readonly string[]) =>
  sql`
    delete from throttle using unnest(${[...words]}::text[]) as known (word)
    where position(known.word in throttle.bucket) > 0`.execute(tx)
