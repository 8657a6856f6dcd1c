import { z } from 'zod'
import { cannotUseLabels } from '#contract/awards/cannot-use.ts'
import { awardRails } from '#contract/core/rails.ts'
import { cancelled } from '../messages/message-kind.ts'
import { loadAwardNews } from './award-news.ts'
import { inline } from './html.ts'
import { hello, ofHelp } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  subject: (reference: string) => `A person cannot use their award: case ${reference}`,
  preheader: (reason: string) => `${reason}. No money has moved.`,
  heading: 'A person cannot use their award',
  intro: (reference: string, grant: string) =>
    `The person of case ${reference} has told us on their page that they cannot use their award out of ${grant}.`,
  said: 'What they chose:',
  next: {
    open: 'No code was made yet. You can send it another way: with other ways to be paid, under a new link.',
    stoppable: 'Its code can still be stopped: you can cancel it and award it again in one step.',
    given: 'Its code was given out and cannot be stopped. You can help them from the award’s page.',
  },
  action: 'See the award',
  why: (team: string) => `You get this because you made the award, or look after the awards of ${team}.`,
}

/** To who made an award, or looks after awards there: no name, no amount, and no more of why than was chosen from a list. */
export const awardCannotUseEmail = userEmail({
  template: 'award-cannot-use',
  detail: z.object({ awardId: z.string() }),
  load: loadAwardNews,
  write({ reader, detail: { awardId } }, awards) {
    const award = awards.get(awardId)
    if (!award) return
    if (award.reason === null) return cancelled('it was dealt with')
    const [reference, reason] = [inline(award.caseReference), cannotUseLabels[award.reason]]
    const { codedBy } = award
    const next = codedBy === null ? 'open' : awardRails[codedBy].isCancellable ? 'stoppable' : 'given'
    return {
      ...{ subject: enGB.subject(reference), preheader: enGB.preheader(reason), heading: enGB.heading },
      body: [
        hello(reader),
        enGB.intro(reference, inline(award.grantName)),
        { label: enGB.said, quote: [reason] },
        enGB.next[next],
      ],
      ...{ action: enGB.action, path: `/support/awards/${awardId}`, why: enGB.why(inline(award.teamName)) },
      frame: ofHelp,
    }
  },
})
