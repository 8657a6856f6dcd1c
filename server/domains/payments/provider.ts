import type { Posy } from '#server/platform/posy.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import type { CardProvider } from '#server/providers/checkout/types.ts'

/** The card provider. @throws unavailable (503) where the installation takes no cards */
export function getCardProvider(posy: Posy): CardProvider {
  if (posy.providers.cards) return posy.providers.cards
  throw new Problem('unavailable', 'This installation takes no cards.', {
    help: 'Pay from a wallet, or ask the operator to connect a card provider.',
  })
}

/** The provider gave no answer and nothing hangs on it: the caller may ask again. */
export const providerSilent = (cause: unknown): Problem =>
  new Problem('unavailable', 'The card provider does not answer.', { retryAfterSeconds: 10, cause })
