import type { ClaimState } from '#contract/superhugggs/super-hugggs.ts'
import { teamById } from '#server/domains/teams/team/index.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { allowedAddressEndings, isAllowed, type Restrictions } from './superhuggg.ts'

const refusals: Record<Exclude<ClaimState, 'open'>, string> = {
  paused: 'The sender has paused this gift. Please try again later.',
  preparing: 'The gifts are still being made. Please try again in a minute.',
  claimed: 'All of these gifts have been claimed.',
  ended: 'The sender has ended this gift.',
  expired: 'This gift has expired.',
}

/** Why nothing can be claimed, in words for the person who wants to. */
export const refusal = (state: Exclude<ClaimState, 'open'>) =>
  new Problem('wrong_state', refusals[state], { help: 'Ask the person who sent you the link.' })

/** @throws wrong_state (409) */
export function requireOpenShareable(state: ClaimState): void {
  if (state !== 'open') throw refusal(state)
}

/**
 * Holds the sender's restrictions and what the team (or its budget) allows today, which may be less than when the gifts
 * were bought.
 * @throws restricted
 */
export async function requireAllowed(
  db: Db | Tx,
  shared: Restrictions & { team_id: string },
  address: string,
): Promise<void> {
  const path = shared.claim_method === 'email' ? 'email' : 'phone_number'
  if (!isAllowed(shared, address)) {
    const kind = shared.claim_method === 'email' ? 'an email address that ends in' : 'a number that begins with'
    throw notAllowed(path, `This gift is for people with ${kind} ${allowedAddressEndings(shared).join(' or ')}.`)
  }
  const { preferences } = await teamById(db, shared.team_id)
  if (preferences.deliveryMethods && !preferences.deliveryMethods.includes('superhuggg'))
    throw notAllowed(path, 'The sender’s team does not allow shared links at present.')
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const domains = preferences.deliveryEmailDomains ?? []
  if (
    shared.claim_method === 'email' &&
    domains.length &&
    !domains.some((each) => each.toLowerCase().replace(/^@/, '') === domain)
  )
    throw notAllowed(path, `The sender’s team sends only to ${domains.join(', ')}.`)
}

const notAllowed = (path: string, message: string) =>
  new Problem('restricted', message, {
    help: 'Use another address, or ask the person who sent you the link.',
    details: [{ path, message, code: 'restricted' }],
  })
