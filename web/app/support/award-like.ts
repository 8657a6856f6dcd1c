import type { AwardDetail } from '#contract/awards/awards.ts'

/** A post office may ask whom it pays for proof of who they are. */
const ASKS_FOR_ID = 'post-office'

/** Without the ways that what the person said stands against, unless no other is left. */
export function usableRails({ rails, cannotUse }: Pick<AwardDetail, 'rails' | 'cannotUse'>): AwardDetail['rails'] {
  const others = rails.filter((rail) => !(cannotUse === 'no-id' && rail === ASKS_FOR_ID))
  return others.length ? others : rails
}
