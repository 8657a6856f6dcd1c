import { z } from 'zod'
import type { EmailFamily } from '../messages/message-kind.ts'
import { copy, count } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  budgetRunFailed: {
    subject: (budget: string) => `${budget} could not be paid out`,
    preheader: 'No money has moved. Here is why, and what to do.',
    heading: 'A budget could not be paid out',
    intro: (budget: string) => `The latest run of ${budget} failed. No money has moved.`,
    joiners: (budget: string, people: number) =>
      `${people === 1 ? 'One person who' : `${count(people)} people who`} accepted ${budget} ${people === 1 ? 'has' : 'have'} not got their money yet.`,
    missing: (amount: string) => `Missing: ${amount}.`,
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },
  budgetFundsLow: {
    subject: (budget: string) => `${budget} will need more money`,
    preheader: 'The wallet will not cover the next run.',
    heading: 'The wallet will not cover the next run',
    intro: (budget: string, day: string) => `${budget} runs next on ${day}.`,
    figures: (cost: string, has: string, missing: string) =>
      `The run costs ${cost}. Its wallet has ${has}, so ${missing} is missing.`,
    others: (amount: string) => `, and other budgets need ${amount} before`,
    todo: 'Top up the wallet before then, and everyone gets their allowance on time.',
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },
  cardOver: {
    subject: (budget: string) => `${budget}: its card will not pay the next run`,
    preheader: 'Choose another card, or top up the wallet.',
    heading: 'The card will not pay the next run',
    todo: 'The card that pays what is missing has expired by then, or was removed. Choose another card or top up the wallet before then, and everyone gets their allowance on time.',
    action: 'Choose another card',
  },
  cardOverIfSpent: {
    subject: (budget: string) => `${budget}: its card cannot pay the next run`,
    heading: 'The card cannot pay the next run',
    figures: (cost: string, has: string, missing: string) =>
      `If everyone spends all they have, up to ${cost} is needed by then. Its wallet has ${has}, so ${missing} could be missing.`,
  },
  invitesShort: {
    preheader: 'The wallet has too little for everyone who is invited.',
    heading: 'Too little money for everyone who is invited',
    starting: (budget: string, people: number, from: string, cost: string, until: string) =>
      `${budget} starts on ${from}. ${people === 1 ? 'One person is' : `${count(people)} people are`} invited then, and each gets their allowance as they accept: up to ${cost}${until}.`,
    waiting: (budget: string, people: number, cost: string, until: string) =>
      `${people === 1 ? 'One person has' : `${count(people)} people have`} yet to accept ${budget}, and each gets their allowance as they do: up to ${cost}${until}.`,
    until: (day: string) => ` by ${day}`,
    figures: (has: string, missing: string) => `Its wallet has ${has}, so ${missing} may be missing.`,
    todo: 'Top up the wallet, and everyone gets their allowance as soon as they accept.',
  },
  budgetEnded: {
    subject: (budget: string) => `${budget} has ended`,
    preheader: 'What no one spent is back in the wallet.',
    heading: 'A budget has ended',
    intro: (budget: string, amount: string) =>
      `${budget} has ended. ${amount} that no one spent went back to its wallet.`,
    gifts: 'Gifts that were sent from it still work; money returned from them goes to the same wallet.',
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },
  budgetInvitesEnded: {
    subject: (budget: string, people: number) =>
      people === 1 ? `${budget}: an invite has ended` : `${budget}: ${count(people)} invites have ended`,
    preheader: 'They were not answered. Send them again, or remove them.',
    heading: 'Invites have ended without an answer',
    intro: (budget: string, people: number) =>
      people === 1
        ? `One person was invited to ${budget} and has not answered. The invite can no longer be accepted.`
        : `${count(people)} people were invited to ${budget} and have not answered. Their invites can no longer be accepted.`,
    who: (emails: readonly string[], more: number) => `${emails.join(', ')}${more ? ` and ${count(more)} more` : ''}.`,
    todo: 'No money was set aside for them. Send the invites again, or remove these people from the budget.',
    action: 'See who was invited',
    why: 'You get this because you look after your team’s budgets.',
  },
  inviteDeclined: {
    subject: (budget: string) => `${budget}: an invite was declined`,
    preheader: 'Nothing needs doing.',
    heading: 'An invite was declined',
    intro: (budget: string, who: string) => `${who} was invited to ${budget} and does not want to take part.`,
    todo: 'No money was set aside for them. You can remove them from the budget, or invite them again.',
  },
  participantLeft: {
    subject: (budget: string) => `${budget}: someone has left`,
    preheader: 'What they had not spent is back in the wallet.',
    heading: 'Someone has left a budget',
    intro: (budget: string, who: string) => `${who} has left ${budget}, and gets no more from it.`,
    returned: (amount: string) => `${amount} that they had not spent went back to the budget’s wallet.`,
    nothing: 'They had spent everything they were given.',
    gifts: 'Gifts that they sent still work; money returned from them goes to the same wallet.',
    action: 'See the budget',
    why: 'You get this because you look after your team’s budgets.',
  },
  budgetFeedHeld: {
    subject: (budget: string) => `${budget}: many people changed`,
    preheader: 'Nothing has changed yet. See who would join and leave.',
    heading: 'A change waits for you',
    intro: (budget: string, joiners: number, leavers: number) =>
      `The HR group that ${budget} follows has changed: ${joiners} would join and ${leavers} would leave.`,
    todo: 'That is more than we change without asking. Nothing has changed and no money has moved. Check the people, then allow the change or stop following the group.',
    action: 'See the change',
    why: 'You get this because you look after your team’s budgets.',
  },
}

/** What an email about a budget begins with. */
export const budgetFigures = {
  budgetId: z.string(),
  budgetName: z.string(),
  currency: z.string(),
  /** Given, missing, or returned. */
  amountPence: z.number(),
}

/** To an admin: a run failed, why, and what to do. */
export const budgetRunFailedEmail = userEmail({
  template: 'budget-run-failed',
  /** `message` and `help` say why, and what to do, in words. */
  detail: z.object({
    ...budgetFigures,
    message: z.string().optional(),
    help: z.string().optional(),
    /** How many who accepted between two runs wait for their money. */
    waiting: z.number().optional(),
  }),
  write({ reader, detail: { amountPence, message, help, waiting, ...budget } }) {
    const words = enGB.budgetRunFailed
    const name = inline(budget.budgetName)
    const missing = amountPence > 0 && words.missing(copy.money(amountPence, budget.currency))
    return {
      ...words,
      subject: words.subject(name),
      body: [
        hello(reader),
        waiting ? words.joiners(name, waiting) : words.intro(name),
        message ?? false,
        help ?? false,
        missing,
      ],
      path: `/budgets/${budget.budgetId}`,
    }
  },
})

/** To an admin: the wallet will not do for the next run, or for those who have yet to accept. */
export const budgetFundsLowEmail = userEmail({
  template: 'budget-funds-low',
  /** What is in the budget's wallet, and the ISO instant of the run. */
  detail: z.object({
    ...budgetFigures,
    availablePence: z.number(),
    /** What other budgets need of it before. */
    othersPence: z.number().optional(),
    at: z.string(),
    /** The card that was to pay the rest has expired by then, or was removed. */
    isCardOver: z.boolean().optional(),
    /** It is needed only if people spend what they have before then. */
    isOnlyAtRisk: z.boolean().optional(),
    /** Set where the money is for those who are invited, at the start (`fromAt`) or already. */
    invites: z.object({ people: z.number(), fromAt: z.string().nullable(), untilAt: z.string().nullable() }).optional(),
  }),
  write({
    reader,
    detail: { amountPence, availablePence, othersPence = 0, at, isCardOver, isOnlyAtRisk, invites, ...budget },
  }) {
    const words = {
      ...enGB.budgetFundsLow,
      ...(invites && { preheader: enGB.invitesShort.preheader, heading: enGB.invitesShort.heading }),
      ...(isCardOver && enGB.cardOver),
      ...(isOnlyAtRisk && enGB.cardOverIfSpent),
    }
    const name = inline(budget.budgetName)
    const money = (pence: number) => copy.money(pence, budget.currency)
    const missing = money(amountPence + othersPence - availablePence)
    const has = `${money(availablePence)}${othersPence > 0 ? enGB.budgetFundsLow.others(money(othersPence)) : ''}`
    const run = [words.intro(name, copy.day(new Date(at))), words.figures(money(amountPence), has, missing), words.todo]
    const joining = invites && [
      inviteLine(name, money(amountPence), invites),
      enGB.invitesShort.figures(has, missing),
      isCardOver ? words.todo : enGB.invitesShort.todo,
    ]
    return {
      ...words,
      subject: words.subject(name),
      body: [hello(reader), ...(joining ?? run)],
      path: isCardOver ? `/budgets/${budget.budgetId}/edit/funding` : `/budgets/${budget.budgetId}`,
    }
  },
})

function inviteLine(
  budget: string,
  cost: string,
  { people, fromAt, untilAt }: { people: number; fromAt: string | null; untilAt: string | null },
): string {
  const words = enGB.invitesShort
  const until = untilAt ? words.until(copy.day(new Date(untilAt))) : ''
  return fromAt
    ? words.starting(budget, people, copy.day(new Date(fromAt)), cost, until)
    : words.waiting(budget, people, cost, until)
}

/** To an admin: it is over, and what came back. */
export const budgetEndedEmail = userEmail({
  template: 'budget-ended',
  detail: z.object(budgetFigures),
  write({ reader, detail: { amountPence, ...budget } }) {
    const words = enGB.budgetEnded
    const name = inline(budget.budgetName)
    return {
      ...words,
      subject: words.subject(name),
      body: [hello(reader), words.intro(name, copy.money(amountPence, budget.currency)), words.gifts],
      path: `/budgets/${budget.budgetId}`,
    }
  },
})

/** To an admin: people who were invited never answered, or said no. */
const budgetInvitesEndedEmail = userEmail({
  template: 'budget-invites-ended',
  /** The first few addresses, and how many people there are in all; of one who said no, theirs. */
  detail: z.object({
    ...budgetFigures,
    people: z.number(),
    emails: z.array(z.string()),
    isDeclined: z.boolean().optional(),
  }),
  write({ reader, detail: { budgetId, budgetName, people, emails, isDeclined } }) {
    const words = enGB.budgetInvitesEnded
    const name = inline(budgetName)
    const path = `/budgets/${budgetId}/participants?status=draft`
    if (isDeclined) {
      const { intro, ...declined } = enGB.inviteDeclined
      return {
        ...words,
        ...declined,
        subject: declined.subject(name),
        body: [hello(reader), intro(name, emails.map(inline).join(', ')), declined.todo],
        path,
      }
    }
    return {
      ...words,
      subject: words.subject(name, people),
      body: [
        hello(reader),
        words.intro(name, people),
        words.who(emails.map(inline), people - emails.length),
        words.todo,
      ],
      path,
    }
  },
})

/** To an admin: a participant has left of their own accord, and what went back. */
const budgetParticipantLeftEmail = userEmail({
  template: 'budget-participant-left',
  detail: z.object({ ...budgetFigures, email: z.string() }),
  write({ reader, detail: { amountPence, email, ...budget } }) {
    const words = enGB.participantLeft
    const name = inline(budget.budgetName)
    return {
      ...words,
      subject: words.subject(name),
      body: [
        hello(reader),
        words.intro(name, inline(email)),
        amountPence > 0 ? words.returned(copy.money(amountPence, budget.currency)) : words.nothing,
        words.gifts,
      ],
      path: `/budgets/${budget.budgetId}/participants?status=deleted`,
    }
  },
})

/** To an admin: more people would come or go than a budget changes without asking. */
export const budgetFeedHeldEmail = userEmail({
  template: 'budget-feed-held',
  detail: z.object({ ...budgetFigures, joiners: z.number(), leavers: z.number() }),
  write({ reader, detail: { budgetId, budgetName, joiners, leavers } }) {
    const words = enGB.budgetFeedHeld
    const name = inline(budgetName)
    return {
      ...words,
      subject: words.subject(name),
      body: [hello(reader), words.intro(name, joiners, leavers), words.todo],
      path: `/budgets/${budgetId}/participants/feed`,
    }
  },
})

/** To admins: who of those invited or in a budget does not want it, or did not answer. */
export const budgetPeopleMessages = { invitesEnded: budgetInvitesEndedEmail, left: budgetParticipantLeftEmail }

export const budgetEmails: EmailFamily = {
  kinds: [
    budgetRunFailedEmail,
    budgetFundsLowEmail,
    budgetEndedEmail,
    budgetInvitesEndedEmail,
    budgetParticipantLeftEmail,
    budgetFeedHeldEmail,
  ],
}
