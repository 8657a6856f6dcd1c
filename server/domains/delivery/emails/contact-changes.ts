import { sql } from 'kysely'
import { z } from 'zod'
import { emailChangeToken, PHONE_CODE_MINUTES, phoneCode } from '#server/domains/identity/profile/index.ts'
import { emailChangeAsked, emailChanged, phoneCodeIssued } from '#server/domains/identity/users/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import {
  cancelled,
  type EmailFamily,
  mailTo,
  messageKind,
  type QueuedMessage,
  writeEach,
} from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { readChannels } from './channels.ts'
import { oneLine } from './html.ts'
import { hello, renderLetter } from './letter.ts'

const enGB = {
  emailChange: {
    subject: {
      old: 'Allow a new email address for your Posy account',
      new: 'Confirm your new email address for Posy',
    },
    preheader: 'The link works for two days.',
    heading: { old: 'Is this change yours?', new: 'Confirm your new address' },
    intro: {
      old: (from: string, to: string) =>
        `Someone, we hope you, asked to sign in to Posy with ${to} instead of ${from}. Nothing changes until both addresses have confirmed it.`,
      new: (from: string, to: string) =>
        `Someone, we hope you, asked to sign in to Posy with ${to} instead of ${from}. Confirm that this address is yours. We ask ${from} too.`,
    },
    action: { old: 'See the change', new: 'Confirm this address' },
    ifNotYou: {
      old: 'If it was not you, stop it with the same button and choose a new password at once: someone is signed in as you.',
      new: 'If it was not you, ignore this email. Nothing has changed.',
    },
  },
  emailChanged: {
    subject: 'Your Posy email address was changed',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Your email address was changed',
    intro: (from: string, to: string) =>
      `You sign in to Posy with ${to} now. ${from} no longer works, and everywhere else you are signed out.`,
    action: 'Open your profile',
    ifNotYou: 'If it was not you, tell your team’s admin at once.',
  },
  phoneCode: (code: string, minutes: number, optOut: string) =>
    `${code} is your code to confirm your mobile number for Posy. It works for ${minutes} minutes. Tell no one.\n${optOut}`,
}

const detail = z.object({ changeId: z.string(), side: z.enum(['old', 'new']) })
type ChangeMessage = QueuedMessage<z.infer<typeof detail>>

/** To both addresses of a change: each goes to the address it says, whichever the account has by then. */
const emailChangeEmail = messageKind({
  template: 'email-change',
  detail,
  async compose(posy, queued) {
    return writeEach(posy, await loadChanges(posy, queued), ({ detail: { side, changeId }, isOpen, ...change }) => {
      if (!isOpen) return cancelled('change is done, stopped or over')
      const words = enGB.emailChange
      const letter = {
        subject: words.subject[side],
        preheader: words.preheader,
        heading: words.heading[side],
        body: [hello(change), words.intro[side](oneLine(change.oldEmail), oneLine(change.newEmail))],
        action: words.action[side],
        aside: words.ifNotYou[side],
        // The token is worked out here, the moment it leaves, and stored nowhere.
        path: `/change-email?token=${emailChangeToken(posy, changeId, side)}`,
        showsLink: true,
      }
      return mailTo(change.address, renderLetter(letter, posy.config.publicUrl))
    })
  },
})

const emailChangedEmail = messageKind({
  template: 'email-changed',
  detail,
  async compose(posy, queued) {
    return writeEach(posy, await loadChanges(posy, queued), ({ address, ...change }) => {
      const words = enGB.emailChanged
      const body = [hello(change), words.intro(oneLine(change.oldEmail), oneLine(change.newEmail))]
      const letter = { ...words, body, aside: words.ifNotYou, path: '/profile', showsLink: true }
      return mailTo(address, renderLetter(letter, posy.config.publicUrl))
    })
  },
})

async function loadChanges(posy: Posy, queued: readonly ChangeMessage[]) {
  const ids = queued.map((message) => message.detail.changeId)
  const rows = await posy.db
    .selectFrom('email_change as change')
    .innerJoin('app_user', 'app_user.id', 'change.user_id')
    .select(['change.id', 'change.old_email as oldEmail', 'change.new_email as newEmail'])
    .select('app_user.first_name as firstName')
    .select(
      sql<boolean>`change.done_at is null and change.stopped_at is null and change.expires_at > ${new Date(posy.wall.nowMs())}`.as(
        'isOpen',
      ),
    )
    .where('change.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const changes = new Map(rows.map(({ id, ...change }) => [id, change]))
  return queued.flatMap((message) => {
    const change = changes.get(message.detail.changeId)
    const address = message.detail.side === 'old' ? change?.oldEmail : change?.newEmail
    return change && address ? [{ ...message, ...change, address }] : []
  })
}

/** A text with the code that shows whose a mobile number is. */
const phoneCodeText = messageKind({
  template: 'phone-code',
  detail: z.object({ codeId: z.string() }),
  async compose(posy, queued) {
    const numbers = await loadNumbers(posy, queued)
    const channels = await readChannels(
      posy,
      [...numbers.values()].map(({ mobile }) => ({ channel: 'sms', address: mobile })),
    )
    return writeEach(posy, queued, ({ detail: { codeId } }) => {
      const code = numbers.get(codeId)
      if (!code) return
      if (!code.isOpen) return cancelled('code is used, over or replaced')
      const to = code.mobile
      if (!to) return cancelled('number is gone')
      const blocked = channels.whyBlocked({ channel: 'sms', address: to })
      if (blocked) return blocked
      // The code is worked out here, as the token above.
      const text = enGB.phoneCode(phoneCode(posy, codeId), PHONE_CODE_MINUTES, channels.optOut(to))
      return { kind: 'text', text: { to, text } }
    })
  },
})

async function loadNumbers(posy: Posy, queued: readonly QueuedMessage<{ codeId: string }>[]) {
  const ids = queued.map((message) => message.detail.codeId)
  const codes = await posy.db
    .selectFrom('phone_verification as code')
    .innerJoin('app_user', 'app_user.id', 'code.user_id')
    .select(['code.id', 'app_user.mobile'])
    .select(
      sql<boolean>`code.used_at is null and code.replaced_at is null and code.expires_at > ${new Date(posy.wall.nowMs())}`.as(
        'isOpen',
      ),
    )
    .where('code.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(codes.map((code) => [code.id, code]))
}

export const contactChangeEmails: EmailFamily = {
  kinds: [emailChangeEmail, emailChangedEmail, phoneCodeText],
  subscribe(posy) {
    const toBothAddresses =
      (email: typeof emailChangeEmail) =>
      async (work: Work, { changeId, userId }: { changeId: string; userId: string }): Promise<void> => {
        for (const side of ['old', 'new'] as const) {
          const dedupeKey = `${email.template}/${changeId}/${side}`
          await queueMessage(work, email, { dedupeKey, userId, teamId: null, detail: { changeId, side } })
        }
      }
    onEvent(posy, emailChangeAsked, toBothAddresses(emailChangeEmail))
    onEvent(posy, emailChanged, toBothAddresses(emailChangedEmail))
    onEvent(posy, phoneCodeIssued, (work, { codeId, userId }) =>
      queueMessage(work, phoneCodeText, {
        ...{ userId, teamId: null, detail: { codeId } },
        channel: 'sms',
        dedupeKey: `phone-code/${codeId}`,
      }),
    )
  },
}
