import { emailChangeToken, PHONE_CODE_MINUTES, phoneCode } from '#server/domains/identity/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { emailChangeMessages, phoneCodeMessages } from './access-queries.ts'
import { readChannels } from './compose-texts.ts'
import { type Composed, eachById, mailTo } from './composed.ts'
import { emailChangedEmail, emailChangeEmail } from './emails/access-emails.ts'
import { copyFor } from './emails/copy.ts'

type Messages = Promise<Map<string, Composed>>

/** To both addresses. The token is worked out here, the moment it leaves, and stored nowhere. */
export async function composeEmailChanges(posy: Posy, ids: readonly string[]): Messages {
  const messages = await emailChangeMessages(posy.db, ids, new Date(posy.wall.nowMs()))
  return eachById(messages, ({ side, changeId, isOpen, ...change }) => {
    if (!isOpen) return { kind: 'cancel', why: 'change is done, stopped or over' }
    const url = `${posy.config.publicUrl}/change-email?token=${emailChangeToken(posy, changeId, side)}`
    const to = side === 'old' ? change.oldEmail : change.newEmail
    return mailTo(to, emailChangeEmail(copyFor('en-GB'), { ...change, side, url }))
  })
}

export async function composeChangedEmails(posy: Posy, ids: readonly string[]): Messages {
  const messages = await emailChangeMessages(posy.db, ids, new Date(posy.wall.nowMs()))
  return eachById(messages, ({ side, ...change }) => {
    const url = `${posy.config.publicUrl}/profile`
    const to = side === 'old' ? change.oldEmail : change.newEmail
    return mailTo(to, emailChangedEmail(copyFor('en-GB'), { ...change, url }))
  })
}

/** The code is worked out here, as the token above. */
export async function composePhoneCodes(posy: Posy, ids: readonly string[]): Messages {
  const messages = await phoneCodeMessages(posy.db, ids, new Date(posy.wall.nowMs()))
  const channels = await readChannels(
    posy,
    messages.map(({ mobile }) => ({ channel: 'sms', address: mobile })),
  )
  return eachById(messages, ({ mobile, codeId, isOpen }) => {
    if (!isOpen) return { kind: 'cancel', why: 'code is used, over or replaced' }
    if (!mobile) return { kind: 'cancel', why: 'number is gone' }
    const blocked = channels.whyBlocked({ channel: 'sms', address: mobile })
    if (blocked) return blocked
    const words = copyFor('en-GB').texts
    return {
      kind: 'text',
      text: { to: mobile, text: words.phoneCode(phoneCode(posy, codeId), PHONE_CODE_MINUTES, channels.optOut(mobile)) },
    }
  })
}
