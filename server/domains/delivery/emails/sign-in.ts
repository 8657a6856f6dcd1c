import { sql } from 'kysely'
import { z } from 'zod'
import type { SignInProvider } from '#contract/identity/auth.ts'
import {
  deviceAdded,
  identityLinked,
  passkeyChanged,
  secondFactorChanged,
  secondFactorReset,
} from '#server/domains/identity/users/index.ts'
import { deriveLinkCode, linkCodeIssued } from '#server/domains/sso/index.ts'
import type { Posy } from '#server/platform/posy.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { onEvent, queueMessage } from '../messages/queue-message.ts'
import { copy } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { type UserMessage, userEmail } from './user-email.ts'

const enGB = {
  providers: { google: 'Google', microsoft: 'Microsoft', saml: 'SSO' },
  linkCode: {
    subject: (code: string) => `${code} is your Posy code`,
    preheader: 'It works for ten minutes, in the browser where you began.',
    heading: (provider: string) => `Sign in with ${provider}`,
    intro: (provider: string) =>
      `To sign in to Posy with ${provider}, enter this code in the browser where you began. It works for ten minutes.`,
    code: (code: string) => `Your code: ${code}`,
    action: 'Enter the code',
    ifNotYou: 'If you did not ask for it, ignore this email and tell no one the code. Nothing has changed.',
  },
  identityLinked: {
    subject: (provider: string) => `You can sign in to Posy with ${provider} now`,
    preheader: 'If it was you, there is nothing to do.',
    heading: (provider: string) => `${provider} is linked to your account`,
    intro: (provider: string) => `From now on you can sign in to Posy with ${provider}.`,
    action: 'Open your profile',
    ifNotYou: 'If it was not you, remove it in your profile and choose a new password at once.',
    ifNotYouBySso: 'If it was not you, tell your team admin and choose a new password at once.',
  },
  deviceAdded: {
    subject: 'New sign-in to your Posy account',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'New sign-in to your account',
    intro: (browser: string | null, when: string) =>
      `Your account was signed in to with ${browser ?? 'a browser'} that we have not seen before, on ${when}.`,
    from: (address: string | null) => `Network address: ${address ?? 'not known'}`,
    action: 'See where you are signed in',
    ifNotYou: 'If it was not you, sign it out there and choose a new password at once.',
  },
  secondFactorOn: {
    subject: 'Two-step sign-in is on',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Two-step sign-in is on',
    intro:
      'From now on, signing in to Posy takes a second step: a passkey, a code from your authenticator app, or a recovery code.',
    action: 'Open your profile',
    ifNotYou:
      'If it was not you, choose a new password at once and ask us to turn it off: someone was signed in as you.',
  },
  secondFactorOff: {
    subject: 'Two-step sign-in is off',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Two-step sign-in is off',
    intro: 'From now on, signing in to Posy takes no second step.',
    action: 'Turn it on again',
    ifNotYou: 'If it was not you, choose a new password and turn it on again at once.',
  },
  secondFactorReset: {
    subject: 'Your second step was reset',
    preheader: 'Your password alone signs you in until you set up a new one.',
    heading: 'Your second step was reset',
    intro: (admin: string, team: string) =>
      `${admin} of ${team} reset the second step of your account: authenticator app, passkeys and recovery codes no longer work, and you are signed out everywhere.`,
    next: 'Sign in with your password, and set up a new second step.',
    action: 'Sign in',
    ifNotYou: 'If you did not ask for this, choose a new password at once and talk to your admin.',
  },
  passkeyChanged: {
    subject: {
      added: 'A passkey was added to your Posy account',
      removed: 'A passkey was removed from your Posy account',
      blocked: 'A passkey of your Posy account is blocked',
    },
    preheader: {
      added: 'If it was you, there is nothing to do.',
      removed: 'If it was you, there is nothing to do.',
      blocked: 'It may have been copied.',
    },
    heading: { added: 'A passkey was added', removed: 'A passkey was removed', blocked: 'A passkey is blocked' },
    intro: {
      added: 'You can sign in to Posy with it from now on.',
      removed: 'It no longer signs you in to Posy.',
      blocked:
        'A passkey of your account was used in a way that suggests someone else has a copy of it. It no longer signs anyone in. Remove it, and add a new one.',
    },
    action: 'See your passkeys',
    ifNotYou: {
      added: 'If it was not you, remove it and choose a new password at once.',
      removed: 'If it was not you, choose a new password at once and check where you are signed in.',
      blocked: 'If you see a sign-in that was not you, sign it out and choose a new password at once.',
    },
  },
}

/** To someone who signs in with another provider for the first time: a code that shows whose the account is. */
const linkCodeEmail = userEmail({
  template: 'link-code',
  detail: z.object({ linkId: z.string() }),
  load: loadLinks,
  write({ reader, detail: { linkId } }, links) {
    const link = links.get(linkId)
    if (!link) return
    if (!link.isOpen) return cancelled('code is used or over')
    const words = enGB.linkCode
    const provider = enGB.providers[link.provider]
    return {
      ...words,
      subject: words.subject(link.code),
      heading: words.heading(provider),
      body: [hello(reader), words.intro(provider), words.code(link.code)],
      aside: words.ifNotYou,
      path: `/sso/verify?code=${link.code}`,
      showsLink: true,
    }
  },
})

/** The codes are worked out here, the moment they leave, and stored nowhere. */
async function loadLinks(posy: Posy, messages: readonly UserMessage<{ linkId: string }>[]) {
  const ids = messages.map(({ detail }) => detail.linkId)
  const links = await posy.db
    .selectFrom('sso_link as link')
    .select(['link.id', 'link.provider'])
    .$narrowType<{ provider: SignInProvider }>()
    .select(sql<boolean>`link.used_at is null and link.expires_at > ${new Date(posy.wall.nowMs())}`.as('isOpen'))
    .where('link.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(links.map((link) => [link.id, { ...link, code: deriveLinkCode(posy, link.id) }]))
}

/** There is a new way into an account. */
const identityLinkedEmail = userEmail({
  template: 'identity-linked',
  detail: z.object({ provider: z.enum(['google', 'microsoft', 'saml']) }),
  write({ reader, detail }) {
    const words = enGB.identityLinked
    const provider = enGB.providers[detail.provider]
    return {
      ...words,
      subject: words.subject(provider),
      heading: words.heading(provider),
      body: [hello(reader), words.intro(provider)],
      aside: detail.provider === 'saml' ? words.ifNotYouBySso : words.ifNotYou,
      path: '/profile',
      showsLink: true,
    }
  },
})

/** Someone signed in from a browser that was not seen before. */
const deviceAddedEmail = userEmail({
  template: 'device-added',
  detail: z.object({ sessionId: z.string() }),
  load: loadSessions,
  write({ reader, detail: { sessionId } }, sessions) {
    const session = sessions.get(sessionId)
    if (!session) return
    const words = enGB.deviceAdded
    const when = copy.moment(session.openedAt, reader.zone)
    return {
      ...words,
      body: [hello(reader), words.intro(session.browser, when), words.from(session.networkAddress)],
      aside: words.ifNotYou,
      path: '/profile#sessions',
      showsLink: true,
    }
  },
})

async function loadSessions({ db }: Posy, messages: readonly UserMessage<{ sessionId: string }>[]) {
  const ids = messages.map(({ detail }) => detail.sessionId)
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'browser', 'address as networkAddress', 'created_at as openedAt'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(sessions.map((session) => [session.id, session]))
}

const secondFactorChangedEmail = userEmail({
  template: 'second-factor-changed',
  detail: z.object({ isOn: z.boolean() }),
  write({ reader, detail: { isOn } }) {
    const words = isOn ? enGB.secondFactorOn : enGB.secondFactorOff
    const body = [hello(reader), words.intro]
    return { ...words, body, aside: words.ifNotYou, path: '/profile/two-step', showsLink: true }
  },
})

/** An admin reset someone's second step. */
const secondFactorResetEmail = userEmail({
  template: 'second-factor-reset',
  detail: z.object({ adminId: z.string(), teamId: z.string() }),
  load: loadResetters,
  write({ id, reader }, resetters) {
    const { admin, teamName } = resetters.get(id)!
    const words = enGB.secondFactorReset
    const team = inline(teamName)
    return {
      ...words,
      body: [hello(reader), words.intro(inline(admin) || team, team), words.next],
      aside: words.ifNotYou,
      path: '/sign-in',
      showsLink: true,
    }
  },
})

/** Who reset the second step that each message tells of, and in which team. */
async function loadResetters({ db }: Posy, messages: readonly { id: string }[]) {
  const { rows } = await sql<{ id: string; admin: string; teamName: string }>`
    select message.id, trim(coalesce(admin.first_name, '') || ' ' || coalesce(admin.surname, '')) as admin, coalesce(team.name, '') as "teamName"
    from outgoing_message as message
    left join app_user as admin on admin.id = (message.detail->>'adminId')::uuid
    left join team on team.id = (message.detail->>'teamId')::uuid
    where message.id = any(${messages.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const passkeyChangedEmail = userEmail({
  template: 'passkey-changed',
  detail: z.object({ change: z.enum(['added', 'removed', 'blocked']) }),
  write({ reader, detail: { change } }) {
    const words = enGB.passkeyChanged
    return {
      subject: words.subject[change],
      preheader: words.preheader[change],
      heading: words.heading[change],
      body: [hello(reader), words.intro[change]],
      action: words.action,
      aside: words.ifNotYou[change],
      path: '/profile/two-step',
      showsLink: true,
    }
  },
})

export const signInEmails: EmailFamily = {
  kinds: [
    linkCodeEmail,
    identityLinkedEmail,
    deviceAddedEmail,
    secondFactorChangedEmail,
    secondFactorResetEmail,
    passkeyChangedEmail,
  ],
  subscribe(posy) {
    onEvent(posy, linkCodeIssued, (work, { linkId, userId }) =>
      queueMessage(work, linkCodeEmail, { dedupeKey: `link-code/${linkId}`, userId, teamId: null, detail: { linkId } }),
    )
    onEvent(posy, identityLinked, (work, { linkingId, userId, provider }) =>
      queueMessage(work, identityLinkedEmail, {
        dedupeKey: `identity-linked/${linkingId}`,
        ...{ userId, teamId: null },
        detail: { provider },
      }),
    )
    onEvent(posy, deviceAdded, (work, { sessionId, userId }) =>
      queueMessage(work, deviceAddedEmail, {
        dedupeKey: `device-added/${sessionId}`,
        userId,
        teamId: null,
        detail: { sessionId },
      }),
    )
    onEvent(posy, secondFactorChanged, (work, { changeId, userId, isOn }) =>
      queueMessage(work, secondFactorChangedEmail, {
        dedupeKey: `second-factor-changed/${changeId}`,
        ...{ userId, teamId: null },
        detail: { isOn },
      }),
    )
    onEvent(posy, secondFactorReset, (work, { changeId, userId, resetBy }) =>
      queueMessage(work, secondFactorResetEmail, {
        dedupeKey: `second-factor-reset/${changeId}`,
        ...{ userId, teamId: null },
        detail: { adminId: resetBy.userId, teamId: resetBy.teamId },
      }),
    )
    onEvent(posy, passkeyChanged, (work, { changeId, userId, change }) =>
      queueMessage(work, passkeyChangedEmail, {
        dedupeKey: `passkey-changed/${changeId}`,
        userId,
        teamId: null,
        detail: { change },
      }),
    )
  },
}
