import { senderName } from '#server/domains/identity/index.ts'
import { inviteTokenOf, verificationTokenOf } from '#server/domains/invites/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { inviteMessages, joinRequestMessages, verificationMessages } from './access-queries.ts'
import { type Composed, eachById, mailTo } from './composed.ts'
import { accountExistsEmail, inviteEmail, joinRequestEmail, verifyEmailEmail } from './emails/access-emails.ts'
import { copyFor } from './emails/copy.ts'
import { namedUserMessages } from './queries.ts'

type Messages = Promise<Map<string, Composed>>

/** The token is worked out here, the moment it leaves, and stored nowhere. */
export async function composeInvites(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await inviteMessages(posy.db, ids, new Date(posy.wall.nowMs())), (message) => {
    if (!message.isOpen) return { kind: 'cancel', why: 'invite is used, over or sent again' }
    const token = inviteTokenOf(posy, { id: message.inviteId, version: message.version })
    const name = { sendAsName: message.senderSendAsName, firstName: message.senderFirstName ?? '' }
    return mailTo(
      message.address,
      inviteEmail(copyFor('en-GB'), {
        type: message.type,
        from: senderName({ ...name, surname: message.senderSurname ?? '' }) || null,
        teamName: message.teamName,
        lastDay: message.expiresAt,
        url: `${posy.config.publicUrl}/join?token=${token}`,
      }),
    )
  })
}

export async function composeVerifications(posy: Posy, ids: readonly string[]): Messages {
  const now = new Date(posy.wall.nowMs())
  return eachById(await verificationMessages(posy.db, ids, now), ({ address, firstName, verificationId, isOpen }) => {
    if (!address) return { kind: 'cancel', why: 'user is gone' }
    if (!isOpen) return { kind: 'cancel', why: 'link is used or over' }
    const url = `${posy.config.publicUrl}/verify-email?token=${verificationTokenOf(posy, verificationId)}`
    return mailTo(address, verifyEmailEmail(copyFor('en-GB'), { firstName: firstName ?? '', url }))
  })
}

export async function composeAccountsThatExist(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await namedUserMessages(posy.db, ids), ({ address, firstName }) => {
    if (!address) return { kind: 'cancel', why: 'user is gone' }
    const url = `${posy.config.publicUrl}/forgot-password`
    return mailTo(address, accountExistsEmail(copyFor('en-GB'), { firstName: firstName ?? '', url }))
  })
}

export async function composeJoinRequests(posy: Posy, ids: readonly string[]): Messages {
  return eachById(await joinRequestMessages(posy.db, ids), ({ address, asker, teamName }) => {
    if (!address) return { kind: 'cancel', why: 'user is gone' }
    if (!asker || !teamName) return { kind: 'cancel', why: 'wish has served its time' }
    const url = `${posy.config.publicUrl}/team/invites?email=${encodeURIComponent(asker)}`
    return mailTo(address, joinRequestEmail(copyFor('en-GB'), { email: asker, teamName, url }))
  })
}
