import type { InviteAllowance } from '#contract/invites/invites.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { senderName } from '#server/domains/identity/index.ts'
import { automationInviter, deriveInviteToken, deriveVerificationToken } from '#server/domains/invites/index.ts'
import { deriveLinkCode } from '#server/domains/sso/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import {
  addedDeviceMessages,
  type InviteMessageRow,
  inviteMessages,
  joinRequestMessages,
  linkCodeMessages,
  linkedIdentityMessages,
  passkeyMessages,
  secondFactorMessages,
  secondFactorResetMessages,
  supportVisitMessages,
  verificationMessages,
} from './access-queries.ts'
import { type Composed, eachById, mailTo, userIsGone } from './composed.ts'
import {
  accountExistsEmail,
  addedDeviceEmail,
  identityLinkedEmail,
  inviteEmail,
  joinRequestEmail,
  linkCodeEmail,
  passkeyEmail,
  secondFactorEmail,
  secondFactorResetEmail,
  supportVisitEmail,
  upgradeLinkEmail,
  verifyEmailEmail,
} from './emails/access-emails.ts'
import { copyFor } from './emails/copy.ts'
import { namedUserMessages } from './queries.ts'

type Messages = Promise<Map<string, Composed>>

/** The token is worked out here, the moment it leaves, and stored nowhere. */
export async function composeInvites(posy: Posy, ids: readonly string[]): Messages {
  const messages = await inviteMessages(posy.db, ids, new Date(posy.wall.nowMs()))
  const allowances = await allowancesPromised(posy, messages)
  return eachById(messages, (message) => {
    if (!message.isOpen) return { kind: 'cancel', why: 'invite is used, over or sent again' }
    const token = deriveInviteToken(posy, { id: message.inviteId, version: message.version })
    const name = { sendAsName: message.senderSendAsName, firstName: message.senderFirstName ?? '' }
    return mailTo(
      message.address,
      inviteEmail(copyFor('en-GB'), {
        type: message.type,
        from: senderName({ ...name, surname: message.senderSurname ?? '' }) || null,
        teamName: message.teamName,
        allowance: allowances.get(message.id) ?? null,
        lastDay: message.expiresAt,
        url: `${posy.config.publicUrl}/join?token=${token}`,
      }),
    )
  })
}

/** What invites to budgets promise, by message. */
async function allowancesPromised(posy: Posy, messages: readonly InviteMessageRow[]) {
  const promised = new Map<string, InviteAllowance | null>()
  for (const { id, automationId, address, isOpen } of messages)
    if (automationId && isOpen)
      promised.set(id, await automationInviter(posy).allowance(posy.db, { automationId, email: address }))
  return promised
}

export async function composeVerifications(posy: Posy, ids: readonly string[]): Messages {
  const now = new Date(posy.wall.nowMs())
  return eachById(await verificationMessages(posy.db, ids, now), (message) => {
    const { address, firstName, verificationId, isOpen } = message
    if (!address) return userIsGone
    if (!isOpen) return { kind: 'cancel', why: 'link is used or over' }
    const to = {
      firstName: firstName ?? '',
      url: `${posy.config.publicUrl}/verify-email?token=${deriveVerificationToken(posy, verificationId)}`,
    }
    const { action, planName, teamName } = message
    if (action === 'verify') return mailTo(address, verifyEmailEmail(copyFor('en-GB'), to))
    if (!planName || !teamName) return { kind: 'cancel', why: 'the link names no team' }
    const upgrade = { planName, teamName, pricePence: Number(message.price), billingPeriod: message.billingPeriod! }
    return mailTo(address, upgradeLinkEmail(copyFor('en-GB'), { ...to, ...upgrade }))
  })
}

/** The code is worked out here, as the tokens above. */
export async function composeLinkCodes(posy: Posy, ids: readonly string[]): Messages {
  const now = new Date(posy.wall.nowMs())
  return eachById(await linkCodeMessages(posy.db, ids, now), ({ address, firstName, provider, linkId, isOpen }) => {
    if (!address) return userIsGone
    if (!isOpen) return { kind: 'cancel', why: 'code is used or over' }
    const code = deriveLinkCode(posy, linkId)
    const url = `${posy.config.publicUrl}/sso/verify?code=${code}`
    return mailTo(address, linkCodeEmail(copyFor('en-GB'), { firstName: firstName ?? '', provider, code, url }))
  })
}

export async function composeLinkedIdentities(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await linkedIdentityMessages(posy.db, ids), ({ address, firstName, provider }) => {
    if (!address) return userIsGone
    const url = `${posy.config.publicUrl}/profile`
    return mailTo(address, identityLinkedEmail(copyFor('en-GB'), { firstName: firstName ?? '', provider, url }))
  })
}

export async function composeAddedDevices(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await addedDeviceMessages(posy.db, ids), (message) => {
    const { address, firstName, zone, browser, networkAddress, openedAt } = message
    if (!address) return userIsGone
    const url = `${posy.config.publicUrl}/profile#sessions`
    const signIn = { browser, from: networkAddress, at: openedAt, zone: zone ?? BUSINESS_ZONE }
    return mailTo(address, addedDeviceEmail(copyFor('en-GB'), { firstName: firstName ?? '', url, ...signIn }))
  })
}

export async function composeSupportVisits(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await supportVisitMessages(posy.db, ids), (message) => {
    const { address, firstName, zone, operator, reason, permissionId, endsAt, teamName, isSeen, isAdmin } = message
    if (!address) return userIsGone
    const visit = {
      operator,
      reason,
      teamName,
      seenAs: isSeen ? null : `${message.seenFirstName} ${message.seenSurname}`.trim(),
      mayChange: permissionId !== null,
      until: { at: endsAt, zone: zone ?? BUSINESS_ZONE },
    }
    const url = `${posy.config.publicUrl}${isAdmin ? '/team/support' : '/profile'}`
    return mailTo(address, supportVisitEmail(copyFor('en-GB'), { firstName: firstName ?? '', ...visit, url }))
  })
}

export async function composeSecondFactorChanges(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await secondFactorMessages(posy.db, ids), ({ address, firstName, isOn }) => {
    if (!address) return userIsGone
    const url = `${posy.config.publicUrl}/profile/two-step`
    return mailTo(address, secondFactorEmail(copyFor('en-GB'), { firstName: firstName ?? '', isOn, url }))
  })
}

export async function composeSecondFactorResets(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await secondFactorResetMessages(posy.db, ids), (message) => {
    const { address, firstName, teamName, adminFirstName, adminSurname } = message
    if (!address) return userIsGone
    const admin = `${adminFirstName ?? ''} ${adminSurname ?? ''}`.trim()
    const url = `${posy.config.publicUrl}/sign-in`
    const told = { firstName: firstName ?? '', admin, teamName: teamName ?? '', url }
    return mailTo(address, secondFactorResetEmail(copyFor('en-GB'), told))
  })
}

export async function composePasskeyChanges(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await passkeyMessages(posy.db, ids), ({ address, firstName, change }) => {
    if (!address) return userIsGone
    const url = `${posy.config.publicUrl}/profile/two-step`
    return mailTo(address, passkeyEmail(copyFor('en-GB'), { firstName: firstName ?? '', change, url }))
  })
}

export async function composeAccountsThatExist(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await namedUserMessages(posy.db, ids), ({ address, firstName }) => {
    if (!address) return userIsGone
    const url = `${posy.config.publicUrl}/forgot-password`
    return mailTo(address, accountExistsEmail(copyFor('en-GB'), { firstName: firstName ?? '', url }))
  })
}

export async function composeJoinRequests(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await joinRequestMessages(posy.db, ids), ({ address, asker, teamName }) => {
    if (!address) return userIsGone
    if (!asker || !teamName) return { kind: 'cancel', why: 'wish has served its time' }
    const url = `${posy.config.publicUrl}/team/invites?email=${encodeURIComponent(asker)}`
    return mailTo(address, joinRequestEmail(copyFor('en-GB'), { email: asker, teamName, url }))
  })
}
