import type { AwardDetail } from '#contract/awards/awards.ts'
import { isUuid } from '#kit/uuid.ts'
import type { Session } from '#web/session/session.ts'
import { usableRails } from './award-like.ts'

/** What a new award takes over from one that was not used. */
export interface AwardLike {
  id: string
  grantId: string
  personId: string
  caseReference: string
  reason: string
  householdType: AwardDetail['householdType']
  /** What is left of it. */
  amountPence: number
  /** Without the way that was chosen and not used, and those that what the person said stands against, unless no other is left. */
  rails: AwardDetail['rails']
  deliverBy: AwardDetail['deliverBy']
}

/** Null where it is not the reader's, or its person was erased: there is nothing to begin from then. */
export async function loadAwardLike(session: Session, id: string | null): Promise<AwardLike | null> {
  if (!id || !isUuid(id)) return null
  const found = await session.api.getAward({ params: { id: id.toLowerCase() } })
  return found.ok ? likeAward(found.value.data) : null
}

export function likeAward({
  id,
  person,
  grantId,
  caseReference,
  reason,
  householdType,
  amount,
  paid,
  rails,
  rail,
  deliverBy,
  cannotUse,
}: AwardDetail): AwardLike | null {
  if (person.name === null) return null
  const others = usableRails({ rails, cannotUse }).filter((one) => one !== rail)
  return {
    ...{
      id,
      grantId,
      personId: person.id,
      caseReference,
      reason,
      amountPence: paid < amount ? amount - paid : amount,
    },
    ...{ rails: others.length ? others : rails, deliverBy, householdType },
  }
}
