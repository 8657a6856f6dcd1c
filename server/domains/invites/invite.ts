import type { Permission, RoleGroup } from '#contract/core/permissions.ts'
import type { Invite, InviteType } from '#contract/invites/invites.ts'
import { iso, isoOrNull } from '#kit/time.ts'
import { onBusinessClock } from '#server/platform/clock.ts'
import type { Posy } from '#server/platform/posy.ts'
import { INVITE_MS } from './tokens.ts'

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

export type Clocks = Pick<Posy, 'clock' | 'wall'>

/**
 * When an invite that was neither accepted nor taken back ends, by the business clock: its link holds as long as every
 * link, and not beyond the day that its mail named, should that clock have been moved on since.
 */
export const inviteEnds = (
  posy: Clocks,
  { expiresAt, updatedAt }: Pick<InviteRecord, 'expiresAt' | 'updatedAt'>,
): Date => new Date(Math.min(onBusinessClock(posy, expiresAt).getTime(), updatedAt.getTime() + INVITE_MS))

export const inviteIsOver = (posy: Clocks, invite: Pick<InviteRecord, 'expiresAt' | 'updatedAt'>): boolean =>
  inviteEnds(posy, invite) <= businessNow(posy)

export const businessNow = (posy: Clocks): Date => onBusinessClock(posy, new Date(posy.wall.nowMs()))

export function inviteState(
  posy: Clocks,
  invite: Pick<InviteRecord, 'acceptedAt' | 'cancelledAt' | 'expiresAt' | 'updatedAt'>,
): InviteState {
  if (invite.cancelledAt) return 'cancelled'
  if (invite.acceptedAt) return 'accepted'
  return inviteIsOver(posy, invite) ? 'expired' : 'open'
}

export const serializeInvite = (posy: Clocks, invite: InviteRecord): Invite => ({
  id: invite.id,
  type: invite.type,
  emailAddress: invite.email,
  teamId: invite.teamId,
  roleGroupId: invite.roleGroupId,
  subteamName: invite.subteamName,
  automationId: invite.automationId,
  accepted: invite.acceptedAt !== null,
  expired: inviteState(posy, invite) === 'expired',
  senderId: invite.senderId,
  clientId: invite.clientId,
  acceptedResourceId: invite.acceptedResourceId,
  autoAccepted: invite.autoAccepted,
  dateExpires: iso(inviteEnds(posy, invite)),
  dateAccepted: isoOrNull(invite.acceptedAt),
  dateCreated: iso(invite.createdAt),
  dateModified: iso(invite.updatedAt),
})
