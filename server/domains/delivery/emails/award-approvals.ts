import { z } from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { copy, count } from './copy.en-GB.ts'
import { hello, ofHelp } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  subject: ({ requests, awards }: AwardsToDecide, sum: string) => {
    if (requests > 1) return `${count(requests)} requests for awards, ${sum} in all, wait for your approval`
    return awards > 1
      ? `A batch of ${count(awards)} awards, ${sum} in all, waits for your approval`
      : `An award of ${sum} waits for your approval`
  },
  preheader: 'The money is held, and no one has been sent anything.',
  heading: (requests: number) => (requests > 1 ? 'Awards wait for you' : 'An award waits for you'),
  intro: ({ awards }: AwardsToDecide, sum: string) =>
    awards > 1
      ? `Colleagues ask for ${count(awards)} awards, ${sum} in all, which need a second person. The money is held, and no one has been sent anything.`
      : `A colleague asks for an award of ${sum}, which needs a second person. The money is held, and no one has been sent anything.`,
  next: 'Approve or decline. What no one decides on in 14 days ends, and its money goes back to the grant.',
  action: 'See what waits',
  why: 'You get this because you may approve awards of your team. While this waits, you are told of further requests once a day.',
}

/** What waits for someone's decision: alone or as a batch, and how many awards that is. */
interface AwardsToDecide {
  requests: number
  awards: number
  amountPence: number
  currency: string
}

declare module '#server/platform/posy.ts' {
  interface Hooks {
    /** By message: for its user, what others of its team asked for. */
    awardsToDecide: (
      db: Db,
      messages: readonly { id: string; teamId: string | null; userId: string | null }[],
    ) => Promise<Map<string, AwardsToDecide>>
  }
}

/** To the people who may decide, never to who asked: all that waits for them as the email leaves, and nothing of whom it is for. */
export const awardApprovalEmail = userEmail({
  template: 'award-approval-wanted',
  detail: z.object({}),
  load: ({ hooks, db }, messages) => hooks.awardsToDecide(db, messages),
  write({ id, reader }, waiting) {
    const waits = waiting.get(id)
    if (!waits || waits.requests === 0) return cancelled('no award waits')
    const sum = copy.money(waits.amountPence, waits.currency)
    return {
      ...{ subject: enGB.subject(waits, sum), preheader: enGB.preheader, heading: enGB.heading(waits.requests) },
      ...{ body: [hello(reader), enGB.intro(waits, sum), enGB.next], action: enGB.action, why: enGB.why },
      path: '/support/approvals',
      frame: ofHelp,
    }
  },
})

const notDecided = {
  subject: ({ requests, awards }: Undecided) => {
    if (requests > 1) return `No one decided in time: ${count(requests)} requests for awards have ended`
    return awards > 1
      ? `No one decided in time: a list of ${count(awards)} awards has ended`
      : 'No one decided in time: a request for an award has ended'
  },
  preheader: 'The money went back to the grant, and no one was sent anything.',
  heading: (requests: number) => (requests > 1 ? 'Requests ended undecided' : 'A request ended undecided'),
  intro: ({ requests, awards }: Undecided) =>
    requests === 1 && awards === 1
      ? 'A colleague asked for an award, and no one decided on it within 14 days. The money went back to the grant, and no one was sent anything.'
      : `Colleagues asked for ${count(awards)} awards, and no one decided on them within 14 days. The money went back to the grant, and no one was sent anything.`,
  next: 'Who asked was told too, and can ask again. The people may still need the help.',
  action: 'See what ended',
}

/** What no one decided on: alone or as a list, and how many awards that is. */
type Undecided = Pick<AwardsToDecide, 'requests' | 'awards'>

/** To the people who could have decided, never to who asked: what has ended, and nothing of whom it was for. */
export const awardsNotDecidedEmail = userEmail({
  template: 'award-not-decided',
  detail: z.object({ requests: z.number(), awards: z.number() }),
  write: ({ reader, detail }) => ({
    ...{ subject: notDecided.subject(detail), preheader: notDecided.preheader },
    ...{
      heading: notDecided.heading(detail.requests),
      body: [hello(reader), notDecided.intro(detail), notDecided.next],
    },
    ...{ action: notDecided.action, why: enGB.why, path: '/support?status=not-decided' },
    frame: ofHelp,
  }),
})

export const awardApprovalEmails: EmailFamily = { kinds: [awardApprovalEmail, awardsNotDecidedEmail] }
