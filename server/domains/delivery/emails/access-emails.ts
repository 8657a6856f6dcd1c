import type { SignInProvider } from '#contract/identity/auth.ts'
import type { InviteAllowance } from '#contract/invites/invites.ts'
import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { html, inline, oneLine } from './html.ts'
import { button, emailPage, heading, link, paragraph, small } from './layout.ts'

export interface InviteEmail {
  type: 'participant' | 'subteam' | 'automation-participant'
  /** Who invites; null where no one in particular does. */
  from: string | null
  teamName: string
  /** What an invite to a budget promises. */
  allowance?: InviteAllowance | null
  lastDay: Date
  url: string
}

export function inviteEmail(copy: Copy, { type, from, teamName, allowance, lastDay, url }: InviteEmail): EmailContent {
  const words = copy.invite
  const [sender, team] = [inline(from ?? '') || inline(teamName), inline(teamName)]
  const promised = allowance
    ? [
        words.allowance(
          inline(allowance.name),
          copy.money(allowance.budgetAmount, allowance.currency),
          words.frequency[allowance.frequency],
        ),
      ]
    : []
  return accessEmail(copy, {
    subject: words.subject[type](sender, team),
    preheader: words.preheader(team),
    heading: words.heading[type](team),
    paragraphs: [words.intro[type](sender, team), ...promised, words.until(copy.day(lastDay))],
    action: words.action,
    url,
    aside: words.ifNotYou,
    linkHint: words.linkHint,
  })
}

export function accountOpenedEmail(
  copy: Copy,
  email: { firstName: string | null; teamName: string; lastDay: Date; url: string },
): EmailContent {
  const words = copy.accountOpened
  const team = inline(email.teamName)
  return accessEmail(copy, {
    subject: words.subject(team),
    preheader: words.preheader,
    heading: words.heading(team),
    paragraphs: [copy.greeting(inline(email.firstName ?? '')), words.intro(team)],
    action: words.action,
    url: email.url,
    aside: words.until(copy.day(email.lastDay)),
    linkHint: words.linkHint,
  })
}

export function verifyEmailEmail(copy: Copy, { firstName, url }: { firstName: string; url: string }): EmailContent {
  const words = copy.verifyEmail
  const hello = copy.greeting(inline(firstName))
  return accessEmail(copy, { ...words, paragraphs: [hello, words.intro], url, aside: words.ifNotYou })
}

interface UpgradeLinkEmail {
  firstName: string
  planName: string
  teamName: string
  pricePence: number
  billingPeriod: 'month' | 'year'
  url: string
}

/** It says what the link orders: it proves no address. */
export function upgradeLinkEmail(copy: Copy, { firstName, url, ...email }: UpgradeLinkEmail): EmailContent {
  const words = copy.upgradeLink
  const [plan, team] = [inline(email.planName), inline(email.teamName)]
  const price = email.pricePence ? words.price(copy.money(email.pricePence, 'GBX'), email.billingPeriod) : words.free
  return accessEmail(copy, {
    ...words,
    subject: words.subject(team, plan),
    heading: words.heading(team, plan),
    paragraphs: [copy.greeting(inline(firstName)), words.intro(team, plan, price), words.how],
    url,
    aside: words.ifNotYou,
  })
}

export function linkCodeEmail(
  copy: Copy,
  email: { firstName: string; provider: SignInProvider; code: string; url: string },
): EmailContent {
  const words = copy.linkCode
  const provider = copy.providers[email.provider]
  return accessEmail(copy, {
    ...words,
    subject: words.subject(email.code),
    heading: words.heading(provider),
    paragraphs: [copy.greeting(inline(email.firstName)), words.intro(provider), words.code(email.code)],
    url: email.url,
    aside: words.ifNotYou,
  })
}

export function identityLinkedEmail(
  copy: Copy,
  email: { firstName: string; provider: SignInProvider; url: string },
): EmailContent {
  const words = copy.identityLinked
  const provider = copy.providers[email.provider]
  return accessEmail(copy, {
    ...words,
    subject: words.subject(provider),
    heading: words.heading(provider),
    paragraphs: [copy.greeting(inline(email.firstName)), words.intro(provider)],
    url: email.url,
    aside: email.provider === 'saml' ? words.ifNotYouBySso : words.ifNotYou,
  })
}

export function addedDeviceEmail(
  copy: Copy,
  email: { firstName: string; url: string; browser: string | null; from: string | null; at: Date; zone: string },
): EmailContent {
  const words = copy.deviceAdded
  const when = copy.moment(email.at, email.zone)
  return accessEmail(copy, {
    ...words,
    paragraphs: [copy.greeting(inline(email.firstName)), words.intro(email.browser, when), words.from(email.from)],
    url: email.url,
    aside: words.ifNotYou,
  })
}

export function supportVisitEmail(
  copy: Copy,
  email: {
    firstName: string
    operator: string
    reason: string
    teamName: string
    /** Null where it is the reader. */
    seenAs: string | null
    mayChange: boolean
    until: { at: Date; zone: string }
    url: string
  },
): EmailContent {
  const words = copy.supportVisit
  const [operator, team] = [inline(email.operator), inline(email.teamName)]
  const until = copy.moment(email.until.at, email.until.zone)
  return accessEmail(copy, {
    subject: words.subject(team),
    preheader: words.preheader(operator),
    heading: words.heading(team),
    paragraphs: [
      copy.greeting(inline(email.firstName)),
      words.intro(operator, team, email.seenAs === null ? null : inline(email.seenAs), until),
      words.reason(inline(email.reason)),
      email.mayChange ? words.mayChange : words.looksOnly,
    ],
    action: words.action,
    url: email.url,
    aside: words.why,
    linkHint: words.linkHint,
  })
}

export function secondFactorEmail(
  copy: Copy,
  { firstName, isOn, url }: { firstName: string; isOn: boolean; url: string },
): EmailContent {
  const words = isOn ? copy.secondFactorOn : copy.secondFactorOff
  const hello = copy.greeting(inline(firstName))
  return accessEmail(copy, { ...words, paragraphs: [hello, words.intro], url, aside: words.ifNotYou })
}

export function secondFactorResetEmail(
  copy: Copy,
  { firstName, admin, teamName, url }: { firstName: string; admin: string; teamName: string; url: string },
): EmailContent {
  const words = copy.secondFactorReset
  const told = words.intro(inline(admin) || inline(teamName), inline(teamName))
  const paragraphs = [copy.greeting(inline(firstName)), told, words.next]
  return accessEmail(copy, { ...words, paragraphs, url, aside: words.ifNotYou })
}

export function passkeyEmail(
  copy: Copy,
  { firstName, change, url }: { firstName: string; change: 'added' | 'removed' | 'blocked'; url: string },
): EmailContent {
  const words = copy.passkeyChanged
  return accessEmail(copy, {
    subject: words.subject[change],
    preheader: words.preheader[change],
    heading: words.heading[change],
    paragraphs: [copy.greeting(inline(firstName)), words.intro[change]],
    action: words.action,
    url,
    aside: words.ifNotYou[change],
    linkHint: words.linkHint,
  })
}

export interface EmailChangeEmail {
  firstName: string
  oldEmail: string
  newEmail: string
  url: string
}

export function emailChangeEmail(
  copy: Copy,
  { side, firstName, oldEmail, newEmail, url }: EmailChangeEmail & { side: 'old' | 'new' },
): EmailContent {
  const words = copy.emailChange
  return accessEmail(copy, {
    subject: words.subject[side],
    preheader: words.preheader,
    heading: words.heading[side],
    paragraphs: [copy.greeting(inline(firstName)), words.intro[side](oneLine(oldEmail), oneLine(newEmail))],
    action: words.action[side],
    url,
    aside: words.ifNotYou[side],
    linkHint: words.linkHint,
  })
}

export function emailChangedEmail(copy: Copy, { firstName, oldEmail, newEmail, url }: EmailChangeEmail): EmailContent {
  const words = copy.emailChanged
  const told = words.intro(oneLine(oldEmail), oneLine(newEmail))
  return accessEmail(copy, {
    ...words,
    paragraphs: [copy.greeting(inline(firstName)), told],
    url,
    aside: words.ifNotYou,
  })
}

export function accountExistsEmail(copy: Copy, { firstName, url }: { firstName: string; url: string }): EmailContent {
  const words = copy.accountExists
  const hello = copy.greeting(inline(firstName))
  return accessEmail(copy, { ...words, paragraphs: [hello, words.intro], url, aside: words.ifNotYou })
}

/** Without a name: a stranger may have typed it. */
export function signUpUnfinishedEmail(copy: Copy, url: string): EmailContent {
  const words = copy.signUpUnfinished
  return accessEmail(copy, { ...words, paragraphs: [words.intro, words.next], url, aside: words.ifNotYou })
}

export interface JoinRequestEmail {
  /** Who asks. */
  email: string
  teamName: string
  url: string
}

export function joinRequestEmail(copy: Copy, { email, teamName, url }: JoinRequestEmail): EmailContent {
  const words = copy.joinRequest
  const [asker, team] = [oneLine(email), inline(teamName)]
  return accessEmail(copy, {
    subject: words.subject(asker, team),
    preheader: words.preheader,
    heading: words.heading(team),
    paragraphs: [words.intro(asker, team)],
    action: words.action,
    url,
    aside: words.why,
    linkHint: words.linkHint,
  })
}

interface Parts {
  subject: string
  preheader: string
  heading: string
  paragraphs: string[]
  action: string
  url: string
  /** Below the button: what to do if it was not meant. */
  aside: string
  linkHint: string
}

/** An email that lets someone in: a few words, one button, and the same link to copy. */
function accessEmail(copy: Copy, parts: Parts): EmailContent {
  const { subject, preheader, paragraphs, action, url, aside, linkHint } = parts
  const page = emailPage({
    locale: copy.locale,
    subject,
    preheader,
    body: html`${heading(parts.heading)}${paragraphs.map((text) => paragraph(text))}${button(action, url)}${small(aside)}`,
    footer: html`${small(html`${linkHint} ${link(url, url)}`)}${small(copy.sentWith)}`,
  })
  const text = [parts.heading, ...paragraphs, `${action}: ${url}`, aside, copy.sentWith].join('\n\n')
  return { subject, html: page, text }
}
