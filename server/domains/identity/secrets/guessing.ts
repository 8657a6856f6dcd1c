import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { enclosingNetworks } from '#server/platform/networks.ts'
import type { Posy } from '#server/platform/posy.ts'
import type { SecurityKind } from '#server/platform/security-events.ts'
import {
  clearAttempts,
  clearAttemptsUnder,
  countFrom,
  countMiss,
  refuseWhileSlowed,
  type Slowing,
} from '#server/platform/throttle.ts'

const QUARTER_HOUR_SECONDS = 900
const DAY_SECONDS = 86_400
/** However often an account was tried, it is open again within so long. */
const LONGEST_WAIT_SECONDS = 90
/** As many an hour as the limit of an address allows: past it people can continue, and no one who tries every account can. */
const LONGEST_WAIT_OF_ADDRESS_SECONDS = 9

/**
 * Secrets that people choose or read off: what is wrong is counted by kind, so that one kind never slows another.
 * `all`: how many times the misses of one network an account bears from everywhere before strangers wait.
 */
const kinds = {
  password: { all: 10, event: 'sign-in-failed' },
  'operator password': { all: 10, event: 'operator-sign-in-failed' },
  // Anyone who is asked for a code has shown the first step: they are few, and six digits are soon guessed.
  code: { all: 1, event: 'code-wrong' },
  'operator code': { all: 1, event: 'operator-sign-in-failed' },
} as const satisfies Record<string, { all: number; event: SecurityKind }>

export type GuessKind = keyof typeof kinds

export interface Guess {
  kind: GuessKind
  /** Whose secret: an email address, or the id of whom it belongs to. */
  account: string
  /** Where the request comes from. */
  address: string
  requestId?: string | undefined
  /** What sets the person who asks apart from strangers: a browser that the account knows, or a session of it. */
  apart?: string | null | undefined
}

/** Buckets carry hashes, so that no address or name lies in the table. */
const hashed = (value: string) => createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')

const ofAccount = (kind: GuessKind, account: string) => `guess:${kind}:${hashed(account)}:`

/**
 * What slows a guess. Strangers are counted by account and network, by account from everywhere, and by network over all
 * accounts; anyone who is set apart by what only they have is counted alone, and slowed by their own misses alone.
 */
function findSlowings(posy: Posy, { kind, account, address, apart }: Guess): { own: Slowing[]; shared: Slowing[] } {
  const { signInFailuresPerQuarterHour: free, signInFailuresPerQuarterHourAndAddress } = posy.config.limits
  const start = ofAccount(kind, account)
  const lasting = { longestSeconds: LONGEST_WAIT_SECONDS, keptSeconds: DAY_SECONDS, since: 'latest' } as const
  if (apart) return { own: [{ bucket: `${start}apart:${hashed(apart)}`, free, ...lasting }], shared: [] }
  const networks = enclosingNetworks(address)
  return {
    own: [
      { bucket: `${start}all`, free: free * kinds[kind].all, ...lasting },
      ...networks.map(({ name, times }) => ({
        bucket: `${start}from:${hashed(name)}`,
        free: free * times,
        ...lasting,
      })),
    ],
    shared: networks.map(({ name, times }) => ({
      bucket: `guess:${kind}:from:${hashed(name)}`,
      free: signInFailuresPerQuarterHourAndAddress * times,
      longestSeconds: LONGEST_WAIT_OF_ADDRESS_SECONDS,
      keptSeconds: QUARTER_HOUR_SECONDS,
      since: 'first',
    })),
  }
}

/**
 * Lets someone try a secret that can be guessed. After some misses each further try waits a little longer, and a right
 * secret before its time is refused too: that is looked at again after the check, so that of many guesses sent at once only
 * as many learn anything. No account and no address is ever closed. See decision 360.
 * @param attempt answers null for a wrong secret
 * @throws too_many_requests (429) with Retry-After
 */
export async function limitGuesses<T>(posy: Posy, guess: Guess, attempt: () => Promise<T | null>): Promise<T | null> {
  const { own, shared } = findSlowings(posy, guess)
  const { kind, account, address, requestId, apart } = guess
  await refuseWhileSlowed(posy, [...own, ...shared])
  const result = await attempt()
  if (result === null) {
    const from = apart ? 'from a browser that the account knows' : 'from elsewhere'
    posy.security.note(kinds[kind].event, { reason: `wrong ${kind} ${from}`, account, address, requestId })
    await countMiss(posy, [...own, ...shared])
    return null
  }
  await refuseWhileSlowed(posy, [...own, ...shared])
  // Only the account's count starts again: one known password must not buy an address more guesses at others.
  await clearAttempts(
    posy,
    own.map(({ bucket }) => bucket),
  )
  return result
}

/** An account's count starts again, from everywhere: its owner has been shown in another way. */
export const forgetFailures = (db: Db | Tx, kind: GuessKind, account: string): Promise<void> =>
  clearAttemptsUnder(db, ofAccount(kind, account))

/**
 * Looks up a secret of ours that is too long to guess: a program's, or a mailed link's. A right one is never refused, for
 * whatever others at that address have sent; wrong ones soon are, of each kind apart.
 * @param look answers null for a wrong one
 * @throws too_many_requests (429) after many wrong ones
 */
export async function unguessable<T>(
  posy: Posy,
  { kind, address, account, requestId }: { kind: string; address: string; account?: string; requestId?: string },
  look: () => Promise<T | null>,
): Promise<T | null> {
  const found = await look()
  if (found !== null) return found
  const event = kind === 'client' ? 'client-secret-wrong' : 'link-wrong'
  posy.security.note(event, { reason: `no such ${kind}`, account, address, requestId })
  const limit = { attempts: posy.config.limits.signInFailuresPerQuarterHour, windowSeconds: QUARTER_HOUR_SECONDS }
  await countFrom(posy, address, limit, (network) => `guess:${kind}:from:${hashed(`${account ?? ''} ${network}`)}`)
  return null
}
