import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ClaimMethod } from '#contract/orders/purchase.ts'
import { personAddress } from '#kit/email-address.ts'
import { isUuid } from '#kit/uuid.ts'
import type { Posy } from '#server/platform/posy.ts'

export const CODE_MINUTES = 10
export const CODE_TRIES = 5

/** How many codes are sent at most (wall clock); see decision 44. */
export const CODE_LIMITS = {
  perClientHour: { attempts: 20, windowSeconds: 3600 },
  /** To one address or number, asked for from one network: a stranger uses up their own, not its owner's. */
  perAddressAndClientHour: { attempts: 3, windowSeconds: 3600 },
  perAddressAndClientDay: { attempts: 10, windowSeconds: 86_400 },
  perAddressHour: { attempts: 9, windowSeconds: 3600 },
} as const

/** Codes of one gift that may be open at once: some for each gift left, and more than one place can ask for. */
export const mostOpenCodes = (gift: { claim_method: ClaimMethod; limit: number; claimed: number }): number =>
  3 * (gift.limit - gift.claimed) + (gift.claim_method === 'email' ? 30 : 24)

type Signing = Pick<Posy, 'secret'>

const derive = ({ secret }: Signing, what: string): Buffer => createHmac('sha256', secret.current).update(what).digest()

/** Six digits, worked out from our secret whenever they are needed, and stored nowhere. */
export const deriveClaimCode = (posy: Signing, codeId: string): string =>
  String(derive(posy, `claim code ${codeId}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** What the browser that asked for a code keeps: the code works together with it only. */
export const deriveClaimToken = (posy: Signing, codeId: string): string =>
  `${codeId}.${derive(posy, `claim browser ${codeId}`).toString('base64url')}`

/** The code a token belongs to, or null for one that we did not give. */
export function readClaimToken(posy: Signing, given: string): string | null {
  const codeId = given.slice(0, given.indexOf('.'))
  if (!isUuid(codeId)) return null
  return isSame(deriveClaimToken(posy, codeId), given) ? codeId : null
}

export function isSame(wanted: string, given: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Stands for a person where an address must not be: in counts and limits. */
export const derivePersonKey = (posy: Signing, address: string): string => personKey(posy, personAddress(address))

/** The same as it was kept before all spellings of a mailbox were one person: what stands after a plus alone made no other. */
export const deriveOldPersonKey = (posy: Signing, address: string): string =>
  personKey(posy, address.toLowerCase().replace(/\+.*@/, '@'))

const personKey = (posy: Signing, person: string): string => derive(posy, `claimant ${person}`).toString('base64url')
