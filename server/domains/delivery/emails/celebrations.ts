import { z } from 'zod'
import type { EmailFamily } from '../messages/message-kind.ts'
import { count } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  celebrationsWaiting: {
    subject: (rule: string, gifts: number) =>
      `${rule}: ${gifts === 1 ? 'a gift waits' : `${count(gifts)} gifts wait`} for you`,
    preheader: 'Approve or skip them. No money has moved.',
    heading: 'Celebrations wait for your approval',
    intro: (rule: string, gifts: number) =>
      gifts === 1
        ? `${rule} has one new gift to approve. Nothing is sent before you approve it.`
        : `${rule} has ${count(gifts)} new gifts to approve. Nothing is sent before you approve them.`,
    action: 'See who is celebrated',
    why: 'You get this because you made this rule, or look after it now.',
  },
  celebrationsFailed: {
    subject: (rule: string, gifts: number) =>
      `${rule}: ${gifts === 1 ? 'a gift was not sent' : `${count(gifts)} gifts were not sent`}`,
    preheader: 'No money has moved for them. Here is why, and what to do.',
    heading: 'Gifts could not be sent',
    intro: (rule: string, gifts: number) =>
      gifts === 1
        ? `A gift of ${rule} could not be sent today. No money has moved for it.`
        : `${count(gifts)} gifts of ${rule} could not be sent today. No money has moved for them.`,
    reasons: {
      money: (wallet: string) => `The wallet ${wallet} does not have enough money. Top it up.`,
      people: 'Your HR system has not been read for three days, so we do not know who has left. Connect it again.',
      other: 'The purchase was refused. Open the rule: it says what stands against it.',
    },
    again: 'We try again today, then every day for a week.',
    action: 'See the gifts',
    why: 'You get this because you made this rule, or look after it now.',
  },
}

/** To a rule's owner: gifts wait for approval. */
export const celebrationsWaitingEmail = userEmail({
  template: 'celebrations-waiting',
  detail: z.object({ ruleName: z.string(), gifts: z.number() }),
  write({ reader, detail: { ruleName, gifts } }) {
    const words = enGB.celebrationsWaiting
    const name = inline(ruleName)
    return {
      ...words,
      subject: words.subject(name, gifts),
      body: [hello(reader), words.intro(name, gifts)],
      path: '/celebrations',
    }
  },
})

/** To a rule's owner: gifts could not be bought, why, and what to do. */
export const celebrationsFailedEmail = userEmail({
  template: 'celebrations-failed',
  /** `problem` is the code of the error, and `walletName` the wallet that pays. */
  detail: z.object({ ruleName: z.string(), gifts: z.number(), problem: z.string(), walletName: z.string() }),
  write({ reader, detail: { ruleName, gifts, problem, walletName } }) {
    const words = enGB.celebrationsFailed
    const name = inline(ruleName)
    const { money, people, other } = words.reasons
    const reason =
      problem === 'insufficient_funds' ? money(inline(walletName)) : problem === 'unavailable' ? people : other
    return {
      ...words,
      subject: words.subject(name, gifts),
      body: [hello(reader), words.intro(name, gifts), reason, words.again],
      path: '/celebrations',
    }
  },
})

/** What the owner of a rule is told. */
export const celebrationNotices = { waiting: celebrationsWaitingEmail, failed: celebrationsFailedEmail }

export const celebrationEmails: EmailFamily = { kinds: [celebrationsWaitingEmail, celebrationsFailedEmail] }
