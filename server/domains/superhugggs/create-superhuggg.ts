import type { ClaimMethod, ClaimRestrictions } from '#contract/orders/purchase.ts'
import { newId } from '#kit/ids.ts'
import { newShortcodes } from '#server/domains/hugggs/links/index.ts'
import type { Work } from '#server/platform/posy.ts'
import { keptRestrictions } from './superhuggg.ts'

/** What a purchase says about how its gifts are claimed. */
export interface ClaimTerms {
  perPerson: number
  claimMethod: ClaimMethod
  claimRestrictions: ClaimRestrictions | undefined
}

/** Makes the link at which gifts are claimed; the purchase that pays for them follows in the same transaction. */
export async function createSuperHuggg(
  work: Work,
  { teamId, userId, perPerson, claimMethod, claimRestrictions }: ClaimTerms & { teamId: string; userId: string },
): Promise<string> {
  const id = newId()
  await work.tx
    .insertInto('superhuggg')
    .values({
      id,
      team_id: teamId,
      user_id: userId,
      shortcode: newShortcodes(1)[0]!,
      claim_method: claimMethod,
      per_person: perPerson,
      ...keptRestrictions(claimRestrictions),
      created_at: work.at,
      updated_at: work.at,
    })
    .execute()
  return id
}
