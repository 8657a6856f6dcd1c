import type { Permission, RoleGroup } from '#contract/core/permissions.ts'
import type { Invite, InviteType } from '#contract/invites/invites.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { onBusinessClock } from '#server/platform/clock.ts'
import type { Posy } from '#server/platform/posy.ts'

export interface InviteRecord {
  id: string
  teamId: string
  type: InviteType
  /** Lower case. */
  email: string
  roleGroupId: RoleGroup
  subteamName: string | null
  automationId: string | null
  senderId: string | null
  clientId: string | null
  /** How often it has been sent; only the token of the last sending works. */
  version: number
  tokenHash: string
  /** Wall clock. */
  expiresAt: Date
  acceptedAt: Date | null
  acceptedBy: string | null
  acceptedResourceId: string | null
  autoAccepted: boolean
  cancelledAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** What sending, resending and taking back an invite of a type needs. */
export const permissionFor: Record<InviteType, Permission> = {
  participant: 'add-participants',
  subteam: 'add-subteams',
  'automation-participant': 'create-automated-budget',
}

/** The role group of an invite that names none. */
export const defaultRoleGroup: Record<InviteType, RoleGroup> = {
  participant: 'participant',
  subteam: 'subteam-admin',
  'automation-participant': 'automation-participant',
}

export type InviteState = 'open' | 'expired' | 'accepted' | 'cancelled'

export function inviteState(
  invite: Pick<InviteRecord, 'acceptedAt' | 'cancelledAt' | 'expiresAt'>,
  wallNowMs: number,
): InviteState {
  if (invite.cancelledAt) return 'cancelled'
  if (invite.acceptedAt) return 'accepted'
  return invite.expiresAt.getTime() <= wallNowMs ? 'expired' : 'open'
}

type Clocks = Pick<Posy, 'clock' | 'wall'>

/** An invite ends by the wall clock, as every link does; its last day is told beside all other days. */
export const serializeInvite = (posy: Clocks, invite: InviteRecord): Invite => ({
  id: invite.id,
  type: invite.type,
  emailAddress: invite.email,
  teamId: invite.teamId,
  roleGroupId: invite.roleGroupId,
  subteamName: invite.subteamName,
  automationId: invite.automationId,
  accepted: invite.acceptedAt !== null,
  expired: inviteState(invite, posy.wall.nowMs()) === 'expired',
  senderId: invite.senderId,
  clientId: invite.clientId,
  acceptedResourceId: invite.acceptedResourceId,
  autoAccepted: invite.autoAccepted,
  dateExpires: iso(onBusinessClock(posy, invite.expiresAt)),
  dateAccepted: isoOrNull(invite.acceptedAt),
  dateCreated: iso(invite.createdAt),
  dateModified: iso(invite.updatedAt),
})
