import type { Answer } from '#contract/core/endpoint.ts'
import type { getVerificationByToken } from '#contract/invites/sign-up.ts'
import type { Session } from '#web/session/session.ts'

type Upgrade = NonNullable<Answer<typeof getVerificationByToken>['data']['upgrade']>

export interface UpgradeShown extends Upgrade {
  /** Why the person who is there cannot order it; null where they can. */
  hindrance: 'signed-out' | 'other-team' | 'no-right' | null
  /** Pence with VAT that are invoiced now; null where that is not known. */
  todayTotal: number | null
}

/** What a link to an upgrade orders, as it stands for the person who opened it. */
export async function upgradeShown(session: Session, upgrade: Upgrade): Promise<UpgradeShown> {
  const { plan, team } = upgrade
  const hindrance = findHindrance(session, team.id)
  if (hindrance) return { ...upgrade, hindrance, todayTotal: null }
  const answer = await session.api.getTeamPlan({ params: { id: team.id } })
  const offer = answer.ok ? answer.value.data.offers.find((each) => each.plan.id === plan.id) : undefined
  return { ...upgrade, hindrance, todayTotal: offer?.today?.total ?? null }
}

function findHindrance(session: Session, teamId: string): UpgradeShown['hindrance'] {
  if (!session.user) return 'signed-out'
  if (session.teamId !== teamId) return 'other-team'
  return session.can('manage-billing') ? null : 'no-right'
}
