import { z } from 'zod'
import type { CannotUseReason } from '#contract/awards/cannot-use.ts'
import type { AwardRail } from '#contract/core/rails.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Posy } from '#server/platform/posy.ts'
import { cancelled } from '../messages/message-kind.ts'
import { count } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello, ofHelp } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  locked: {
    subject: (reference: string) => `An award’s page is locked: case ${reference}`,
    preheader: 'Three wrong dates of birth were given. No money has moved.',
    heading: 'An award’s page is locked',
    intro: (reference: string, grant: string) =>
      `Three wrong dates of birth were given on the page of case ${reference}, for an award out of ${grant}. Its person cannot open it now.`,
    next: 'Speak to the person: correct their date of birth where it is wrong, and unlock the page. Until then a new link is locked too.',
    action: 'See the award',
    why: (team: string) => `You get this because you made the award, or look after the awards of ${team}.`,
  },
  decided: {
    approved: {
      subject: (what: string) => `Approved: ${what}`,
      preheader: 'It has been issued.',
      heading: 'Your request was approved',
      intro: (what: string, grant: string) => `A colleague approved ${what} out of ${grant}. It has been issued.`,
    },
    declined: {
      subject: (what: string) => `Declined: ${what}`,
      preheader: 'The money went back to the grant, and no one was sent anything.',
      heading: 'Your request was declined',
      intro: (what: string, grant: string) =>
        `A colleague declined ${what} out of ${grant}. The money went back to the grant, and no one was sent anything.`,
    },
    expired: {
      subject: (what: string) => `Not decided in time: ${what}`,
      preheader: 'The money went back to the grant, and no one was sent anything.',
      heading: 'No one decided on your request',
      intro: (what: string, grant: string) =>
        `No one decided on ${what} out of ${grant} within 14 days. The money went back to the grant, and no one was sent anything. You can ask again.`,
    },
    one: (reference: string) => `the award of case ${reference}`,
    batch: (awards: number) => (awards === 1 ? 'a list of one award' : `a list of ${count(awards)} awards`),
    action: { approved: 'See it', declined: 'See why', expired: 'See it' },
    why: 'You get this because you asked for it.',
  },
}

/** To who made an award, or looks after awards there: its person cannot open it. */
export const awardLockedEmail = userEmail({
  template: 'award-locked',
  detail: z.object({ awardId: z.string() }),
  load: loadAwardNews,
  write({ reader, detail: { awardId } }, awards) {
    const award = awards.get(awardId)
    if (!award) return
    if (!award.isLocked) return cancelled('it was unlocked, or has ended')
    const reference = inline(award.caseReference)
    const words = enGB.locked
    return {
      ...words,
      subject: words.subject(reference),
      body: [hello(reader), words.intro(reference, inline(award.grantName)), words.next],
      ...{ path: `/support/awards/${awardId}`, why: words.why(inline(award.teamName)) },
      frame: ofHelp,
    }
  },
})

/** To who asked for an award: what came of it. Why is on its page, for it may tell of the person. */
export const awardDecidedEmail = userEmail({
  template: 'award-decided',
  detail: z.object({
    decision: z.enum(['approved', 'declined', 'expired']),
    awardId: z.string(),
    /** Of a list: which, and how many awards were decided on; the award is one of them. */
    batch: z.object({ id: z.string(), awards: z.number() }).optional(),
  }),
  load: loadAwardNews,
  write({ reader, detail: { decision, awardId, batch } }, awards) {
    const award = awards.get(awardId)
    if (!award) return
    const words = enGB.decided[decision]
    const what = batch ? enGB.decided.batch(batch.awards) : enGB.decided.one(inline(award.caseReference))
    return {
      ...words,
      subject: words.subject(what),
      body: [hello(reader), words.intro(what, inline(award.grantName))],
      path: batch ? `/support/batches/${batch.id}` : `/support/awards/${awardId}`,
      ...{ action: enGB.decided.action[decision], why: enGB.decided.why },
      frame: ofHelp,
    }
  },
})

/** What emails to helpers are written from, as it is when they leave. */
interface AwardNews {
  id: string
  caseReference: string
  /** Why its person cannot use it; null where something was done about that, or it has ended. */
  reason: CannotUseReason | null
  /** By which its code was made. */
  codedBy: AwardRail | null
  /** Three wrong dates of birth were given, and it is live. */
  isLocked: boolean
  grantName: string
  teamName: string
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    awardNews: (db: Db, awardIds: readonly string[]) => Promise<AwardNews[]>
  }
}

export async function loadAwardNews(posy: Posy, messages: readonly { detail: { awardId: string } }[]) {
  const awards = await posy.hooks.awardNews(
    posy.db,
    messages.map(({ detail }) => detail.awardId),
  )
  return new Map(awards.map((award) => [award.id, award]))
}
