import type { ClaimMethod, ClaimRestrictions } from '#contract/orders/purchase.ts'
import type { ClaimState } from '#contract/superhugggs/super-hugggs.ts'
import { withoutMarks } from '#kit/clean-text.ts'
import { asciiDomain } from '#kit/email-address.ts'

/** What decides whether people can claim. */
export interface ClaimFacts {
  paused_at: Date | null
  ended_at: Date | null
  /** Gifts bought, made so far, and claimed. */
  limit: number
  made: number
  claimed: number
  /** Whether one of those made can be claimed. */
  has_free: boolean
  expiry_date: Date | null
}

export function claimState(facts: ClaimFacts, at: Date): ClaimState {
  if (facts.ended_at) return 'ended'
  if (facts.claimed >= facts.limit) return 'claimed'
  if (!facts.has_free) {
    if (facts.made < facts.limit) return 'preparing'
    return facts.expiry_date && facts.expiry_date < at ? 'expired' : 'ended'
  }
  return facts.paused_at ? 'paused' : 'open'
}

/** What an ending or prefix is compared with: `acme.test` means the domain, `.ac.uk` and `@acme.test` what they say. */
const readEnding = (given: string): string => {
  const typed = withoutMarks(given).normalize('NFKC').trim().toLowerCase()
  const domainAt = Math.max(typed.lastIndexOf('@') + 1, typed.startsWith('.') ? 1 : 0)
  const ending = typed.slice(0, domainAt) + asciiDomain(typed.slice(domainAt))
  return /^[.@]/.test(ending) || ending.includes('@') ? ending : `@${ending}`
}

/** Who may claim; an empty list lets everyone. */
export interface Restrictions {
  claim_method: ClaimMethod
  email_endings: readonly string[]
  number_prefixes: readonly string[]
}

export const allowedAddressEndings = ({
  claim_method,
  email_endings,
  number_prefixes,
}: Restrictions): readonly string[] => (claim_method === 'email' ? email_endings : number_prefixes)

export function isAllowed(restrictions: Restrictions, address: string): boolean {
  const allowed = allowedAddressEndings(restrictions)
  if (allowed.length === 0) return true
  return restrictions.claim_method === 'email'
    ? allowed.some((ending) => address.toLowerCase().endsWith(ending))
    : allowed.some((prefix) => address.startsWith(prefix))
}

/** The restrictions as they are kept: in the form they are compared in, each once. */
export const keptRestrictions = (given: ClaimRestrictions | undefined) => ({
  email_endings: [...new Set((given?.emailEndings ?? []).map(readEnding))],
  number_prefixes: [...new Set(given?.numberPrefixes ?? [])],
})
