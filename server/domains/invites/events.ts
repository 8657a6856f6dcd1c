import { eventType } from '#server/platform/queue.ts'

/** Invites are to be mailed, for the first time or again. Their tokens are worked out when the mails leave. */
export const invitesIssued = eventType<{ inviteIds: string[] }>('invites.issued')

/** People have not answered an invite to a budget: they are mailed again, for the first or second time. */
export const invitesReminded = eventType<{ inviteIds: string[]; reminder: number }>('invites.reminded')

/** An invite to a budget ended without an answer. */
export const automationInviteEnded = eventType<{ automationId: string; at: string }>('invites.automation-invite-ended')

/** Someone said no to an invite to a budget. */
export const automationInviteDeclined = eventType<{ inviteId: string; automationId: string }>(
  'invites.automation-invite-declined',
)

/** Someone accepted an invite to an automated budget. `teamId` is the budget's team. */
export const automationInviteAccepted = eventType<{
  inviteId: string
  automationId: string
  userId: string
  teamId: string
}>('invites.automation-invite-accepted')

/** Someone with an address in a team's domain would like to join it: its admins are to be told. */
export const joinRequested = eventType<{ joinRequestId: string; teamId: string }>('invites.join-requested')

/** An address is to be proven: its user is to be sent the link. */
export const verificationIssued = eventType<{ verificationId: string; userId: string }>('invites.verification-issued')

/** A new team wants a plan that costs something: it is on the free one until its invoice is paid. */
export const paidPlanChosen = eventType<{ userId: string; teamId: string; planId: string }>('invites.paid-plan-chosen')

/** Someone who looks after a team's bills wants another plan: by the link they asked for, and signed in. */
export const upgradeVerified = eventType<{ userId: string; teamId: string; planId: string }>('invites.upgrade-wanted')

/** Someone tried to sign up with an address that has an account: its owner is told, not the page. */
export const signUpRepeated = eventType<{ signUpId: string; userId: string }>('invites.sign-up-repeated')
