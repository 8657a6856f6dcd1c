import type { Permission } from '#contract/core/permissions.ts'
import type { Invite, InviteType } from '#contract/invites/invites.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

/** What each type is called, and who may send, resend and take back its invites. */
export const inviteTypeLabels: Record<InviteType, { name: string; needs: Permission }> = {
  participant: { name: 'To the team', needs: 'add-participants' },
  subteam: { name: 'To lead a subteam', needs: 'add-subteams' },
  'automation-participant': { name: 'To a budget', needs: 'create-automated-budget' },
}

export const inviteStates = ['open', 'expired', 'accepted'] as const
export type InviteState = (typeof inviteStates)[number]

export const inviteStateLabels: Record<InviteState, { name: string; tone: Tone }> = {
  open: { name: 'Waiting', tone: 'warning' },
  expired: { name: 'Expired', tone: 'plain' },
  accepted: { name: 'Accepted', tone: 'success' },
}

export const stateOfInvite = ({ accepted, expired }: Invite): InviteState =>
  accepted ? 'accepted' : expired ? 'expired' : 'open'

/** As the API filters them. */
export const inviteStateFilters: Record<InviteState, { accepted: string; expired?: string }> = {
  open: { accepted: 'false', expired: 'false' },
  expired: { accepted: 'false', expired: 'true' },
  accepted: { accepted: 'true' },
}
