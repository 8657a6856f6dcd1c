import { loadGiftRules } from '#web/app/send/team-rules.server.ts'
import type { Session } from '#web/session/session.ts'
import type { GiftRules } from './gift-rules.ts'

/** What a budget lets the reader give: the rest is not put before them. Everyone else sees all there is. */
export const rulesForBrowsing = async (session: Session): Promise<GiftRules | null> =>
  session.roleGroupId === 'automation-participant' ? loadGiftRules(session) : null
