import { createHmac } from 'node:crypto'
import type { Logger } from './log.ts'
import { enclosingNetworks } from './networks.ts'
import { firstSecret, keyFor, type Secret } from './sealing.ts'

/** What someone tried and was refused, by what an operator would do about it. */
export const securityKinds = [
  'sign-in-failed',
  'operator-sign-in-failed',
  'code-wrong',
  'slowed',
  'token-wrong',
  'client-secret-wrong',
  'link-wrong',
  'gift-guessed',
  'claim-code-wrong',
  'webhook-forged',
  'permission-refused',
  'visit-refused',
  'address-refused',
] as const
export type SecurityKind = (typeof securityKinds)[number]

interface SecurityFacts {
  /** In our own words: never what was sent. */
  reason: string
  /** Whose secret was tried: kept as a keyed hash, so that what belongs together can be seen and no one is named. */
  account?: string | undefined
  /** Where it came from: kept as a keyed hash of its network. */
  address?: string | undefined
  /** The id of the caller, where they are known. */
  caller?: string | undefined
  requestId?: string | undefined
  endpoint?: string | undefined
}

export interface SecurityEvents {
  /** Writes one line and counts it. */
  note(kind: SecurityKind, facts: SecurityFacts): void
}

const HASH_LETTERS = 22

/** Refusals as events: one line each in the log, and a counter by kind. The hashes stay the same when secrets rotate. */
export function openSecurityEvents(log: Logger, secret: Secret, count: (kind: SecurityKind) => void): SecurityEvents {
  const key = keyFor(firstSecret(secret), 'posy security events')
  const hashed = (what: string, value: string) =>
    createHmac('sha256', key).update(`${what} ${value}`).digest('base64url').slice(0, HASH_LETTERS)
  return {
    note: (security, { account, address, ...facts }) => {
      count(security)
      log.warn(
        {
          security,
          ...facts,
          ...(account !== undefined && { account: hashed('account', account.trim().toLowerCase()) }),
          ...(address !== undefined && { network: hashed('network', enclosingNetworks(address)[0]!.name) }),
        },
        'security event',
      )
    },
  }
}
