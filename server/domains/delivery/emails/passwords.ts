import { sql } from 'kysely'
import { z } from 'zod'
import { deriveResetToken } from '#server/domains/identity/passwords/index.ts'
import { accountOpened, passwordChanged, passwordResetRequested } from '#server/domains/identity/users/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { copy } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { loadTeamNames, type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  passwordReset: {
    subject: 'Choose a new password for Posy',
    preheader: 'The link works once, for an hour.',
    heading: 'Choose a new password',
    intro: 'Someone, we hope you, asked for a new password. The link works once and for an hour.',
    action: 'Choose a password',
    ifNotYou: 'If it was not you, ignore this email: nothing has changed, and no one else gets this link.',
  },
  signUpUnfinished: {
    subject: 'Finish signing up to Posy',
    preheader: 'There is no password to change yet.',
    heading: 'Finish signing up',
    intro:
      'Someone, we hope you, asked for a new password. Posy has no confirmed account with this address yet, so there is no password to change.',
    next: 'To open one, sign up with your own details. We then email you a link to choose your password. What was typed before with this address does not count.',
    action: 'Sign up',
    ifNotYou: 'If it was not you, ignore this email: nothing has changed.',
  },
  passwordChanged: {
    subject: 'Your Posy password was changed',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    intro: 'Your password has just been changed, and everywhere else you were signed in you are signed out now.',
    action: 'It was not me',
    ifNotYou:
      'If it was you, there is nothing to do. If not, ask for a new password with the button and tell your team’s admin.',
  },
  accountOpened: {
    subject: (team: string) => `${team} is ready on Posy`,
    preheader: 'Choose a password and sign in.',
    heading: (team: string) => `Welcome, ${team} is ready`,
    intro: (team: string) =>
      `Your team ${team} is set up, and you are its admin. Choose a password to sign in: then you can add money, invite colleagues and send the first gift.`,
    action: 'Choose a password',
    until: (day: string) =>
      `The link works once, until ${day}. After that, ask for another with “Forgot password” on the sign-in page.`,
  },
}

const detail = z.object({ resetId: z.string() })

interface ResetLink {
  /** The token is worked out here, the moment it leaves, and stored nowhere. */
  path: string
  /** As the link stands now. */
  isOpen: boolean
  expiresAt: Date
  /** Of an account that is not confirmed yet; there is no password to change. */
  isSignUp: boolean
}

async function loadLinks(
  posy: Posy,
  messages: readonly UserMessage<z.infer<typeof detail>>[],
): Promise<Map<string, ResetLink>> {
  const ids = messages.map((message) => message.detail.resetId)
  const links = await posy.db
    .selectFrom('password_reset as link')
    .innerJoin('app_user', 'app_user.id', 'link.user_id')
    .select(['link.id', 'link.expires_at as expiresAt'])
    .select(sql<boolean>`not app_user.verified_email and not app_user.opened_by_operator`.as('isSignUp'))
    .select(sql<boolean>`link.used_at is null and link.expires_at > ${new Date(posy.wall.nowMs())}`.as('isOpen'))
    .where('link.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(
    links.map(({ id, ...link }) => [id, { ...link, path: `/reset-password?token=${deriveResetToken(posy, id)}` }]),
  )
}

const passwordResetEmail = userEmail({
  template: 'password-reset',
  detail,
  load: loadLinks,
  write({ reader, detail: { resetId } }, links) {
    const link = links.get(resetId)
    if (!link) return
    if (!link.isOpen) return cancelled('link is used or over')
    // A stranger may have typed that account's details: its owner is not named, and signs up with their own.
    const { intro, next, ifNotYou: aside, ...unfinished } = enGB.signUpUnfinished
    if (link.isSignUp) return { ...unfinished, body: [intro, next], aside, path: '/sign-up', showsLink: true }
    const words = enGB.passwordReset
    const body = [hello(reader), words.intro]
    return { ...words, body, aside: words.ifNotYou, path: link.path, showsLink: true }
  },
})

const passwordChangedEmail = userEmail({
  template: 'password-changed',
  detail: z.object({}),
  write({ reader }) {
    const words = enGB.passwordChanged
    const body = [hello(reader), words.intro]
    return { ...words, body, aside: words.ifNotYou, path: '/forgot-password', showsLink: true }
  },
})

/** To the admin of a team that an operator opened. */
export const accountOpenedEmail = userEmail({
  template: 'account-opened',
  detail,
  load: async (posy, messages) => ({
    links: await loadLinks(posy, messages),
    teamNames: await loadTeamNames(posy, messages),
  }),
  write({ reader, teamId, detail: { resetId } }, { links, teamNames }) {
    const link = links.get(resetId)
    const teamName = teamNames.get(teamId)
    if (!link || teamName === undefined) return
    if (!link.isOpen) return cancelled('link is used or over')
    const words = enGB.accountOpened
    const team = inline(teamName)
    return {
      ...words,
      subject: words.subject(team),
      heading: words.heading(team),
      body: [hello(reader), words.intro(team)],
      aside: words.until(copy.day(link.expiresAt)),
      path: link.path,
      showsLink: true,
    }
  },
})

export const passwordEmails: EmailFamily = {
  kinds: [passwordResetEmail, passwordChangedEmail, accountOpenedEmail],
  subscribe(posy) {
    onEvent(posy, passwordResetRequested, (work, { resetId, userId }) =>
      queueMessage(work, passwordResetEmail, {
        dedupeKey: `password-reset/${resetId}`,
        userId,
        teamId: null,
        detail: { resetId },
      }),
    )
    onEvent(posy, passwordChanged, (work, { changeId, userId }) =>
      queueMessage(work, passwordChangedEmail, {
        dedupeKey: `password-changed/${changeId}`,
        userId,
        teamId: null,
        detail: {},
      }),
    )
    onEvent(posy, accountOpened, (work, { resetId, ...to }) =>
      queueMessage(work, accountOpenedEmail, { ...to, dedupeKey: `account-opened/${resetId}`, detail: { resetId } }),
    )
  },
}
