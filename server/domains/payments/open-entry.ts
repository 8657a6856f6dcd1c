import type { Posy } from '#server/platform/posy.ts'
import { member, type Principal } from '#server/platform/principal.ts'
import { countAttempt, refuseWhenExhausted } from '#server/platform/throttle.ts'
import { CardsRefused, CardsUncertain } from '#server/providers/checkout/types.ts'
import { DECLINES_PER_HOUR, declinesBucket } from './authorise-charge.ts'
import { getCardProvider, providerSilent } from './provider.ts'

/** Far more than anyone opens pages: each is a session at the provider. */
const ENTRIES_PER_HOUR = 120

/**
 * Opens a session in which the caller enters a card. It belongs to no charge: what is charged, and how much, is decided
 * where the token is used.
 * @throws too_many_requests (429), unavailable (503)
 */
export async function openEntry(posy: Posy, caller: Principal, currency: string): Promise<Record<string, unknown>> {
  const { userId } = member(caller)
  const cards = getCardProvider(posy)
  await refuseWhenExhausted(posy, declinesBucket(userId), DECLINES_PER_HOUR)
  await countAttempt(posy, `card-entries/${userId}`, { attempts: ENTRIES_PER_HOUR, windowSeconds: 3600 })
  const page = (result: string) => new URL(`/cards?entry=${result}`, posy.config.publicUrl).href
  try {
    return await cards.openEntry({ currency, successUrl: page('success'), failureUrl: page('failure') })
  } catch (error) {
    if (!(error instanceof CardsUncertain || error instanceof CardsRefused)) throw error
    // Nothing of the caller's is wrong with it: the account lacks something, such as a scope of its keys.
    posy.log.error({ err: error }, 'the card provider opened no session in which to enter a card')
    throw providerSilent(error)
  }
}
