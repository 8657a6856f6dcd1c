import { z } from 'zod'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { copy, count } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { userEmail } from './user-email.ts'

const enGB = {
  budgetAllowance: {
    subject: (amount: string, budget: string) => `You have ${amount} to give: ${budget}`,
    preheader: 'Your allowance is in your wallet.',
    heading: (amount: string) => `You have ${amount} to give`,
    intro: (amount: string, budget: string) => `${amount} from ${budget} is in your wallet.`,
    added: (amount: string, budget: string, total: string) =>
      `${amount} from ${budget} was added to your wallet. With what was left you have ${total}.`,
    invitation: 'Say thank you to someone with it.',
    until: (day: string) => `You can give it until ${day}. What is left then goes back.`,
    resets: (day: string) =>
      `You can give it until ${day}. Then your allowance begins again, and what is left is not added.`,
    action: 'Send a gift',
    why: 'You get this because you are in a budget of your team.',
  },
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
  allowanceEnded: {
    subject: (budget: string) => `${budget} has ended`,
    preheader: 'Gifts that you sent stay valid.',
    heading: (budget: string) => `${budget} has ended`,
    intro: (budget: string) =>
      `${budget} has ended, and you get no more allowance from it. What you had left went back to the team.`,
    gifts: 'Gifts that you sent stay valid.',
    action: 'Open Posy',
    why: 'You get this because you had an allowance from this budget.',
  },
}

interface ChangeFacts {
  isNothing: boolean
  /** What they have above their amount. */
  above: string | null
  day: string
  /** When it ends, where it does. */
  end: string | null
}

/** What an admin did to someone's allowance, and what it means for them. */
const allowanceChanges = {
  withdrawn: {
    subject: (budget: string, amount: string) => `${amount} was taken back: ${budget}`,
    lines: (budget: string, amount: string, left: string) => [
      `Your team took ${amount} of ${budget} back from your wallet. You have ${left} left to give.`,
      'Gifts that you sent stay valid.',
    ],
  },
  undone: {
    subject: (budget: string, amount: string) => `${amount} was taken back: ${budget}`,
    lines: (budget: string, amount: string, left: string) => [
      `Your team has undone a payment of ${budget}: ${amount} that you had not spent of it went back. You have ${left} left to give.`,
      'Gifts that you sent stay valid.',
    ],
  },
  removed: {
    subject: (budget: string) => `You are no longer in ${budget}`,
    lines: (budget: string, amount: string, _left: string, { isNothing }: ChangeFacts) => [
      `Your team has taken you out of ${budget}, and you get no more allowance from it.`,
      isNothing
        ? 'You had spent everything you were given.'
        : `${amount} that you had not spent went back to the team.`,
      'Gifts that you sent stay valid.',
    ],
  },
  paused: {
    subject: (budget: string) => `${budget} is paused for you`,
    lines: (budget: string, _amount: string, left: string) => [
      `Your team has paused ${budget} for you: you get no more allowance from it until it is resumed.`,
      `You keep the ${left} that you have.`,
    ],
  },
  resumed: {
    subject: (budget: string) => `${budget} is resumed for you`,
    lines: (budget: string, _amount: string, left: string) => [
      `Your team has resumed ${budget} for you: you get your allowance again from its next payment on.`,
      `You have ${left} to give now.`,
    ],
  },
  resets: {
    subject: (budget: string) => `${budget} changes: use what you have`,
    lines: (budget: string, amount: string, left: string, { above, day }: ChangeFacts) => [
      `From ${day} on, each payment of ${budget} sets what you have to ${amount}: what is missing is added, and what is above goes back.`,
      above
        ? `You have ${left} now. Use ${above} of it before then, or it goes back to the team.`
        : `You have ${left} now.`,
    ],
  },
  ends: {
    subject: (budget: string) => `${budget} ends sooner: use what you have`,
    lines: (budget: string, _amount: string, left: string, { day }: ChangeFacts) => [
      `${budget} ends on ${day}. You have ${left} now, and what you have not used by then goes back to the team.`,
      'Gifts that you sent stay valid.',
    ],
  },
  continues: {
    subject: (budget: string) => `${budget} does not end so soon`,
    lines: (budget: string, _amount: string, left: string, { end }: ChangeFacts) => [
      end ? `${budget} now ends on ${end}, later than before.` : `${budget} no longer has an end date.`,
      `You have ${left} to give now.`,
    ],
  },
}

const figures = {
  budgetId: z.string(),
  budgetName: z.string(),
  currency: z.string(),
  /** Given, missing, or returned. */
  amountPence: z.number(),
}

/** To a participant: money has come. */
export const budgetAllowanceEmail = userEmail({
  template: 'budget-allowance',
  /** `availablePence` is what is in the participant's wallet after the run. */
  detail: z.object({
    ...figures,
    availablePence: z.number().optional(),
    /** The ISO instant until which it can be given, where it cannot be kept, and whether a new payment comes then. */
    until: z.object({ at: z.string(), resets: z.boolean() }).optional(),
  }),
  write({ reader, detail: { amountPence, availablePence = amountPence, until, ...budget } }) {
    if (!reader.wantsAllowances) return cancelled('allowances are not wanted')
    const words = enGB.budgetAllowance
    const name = inline(budget.budgetName)
    const amount = copy.money(amountPence, budget.currency)
    const total = copy.money(availablePence, budget.currency)
    return {
      ...words,
      subject: words.subject(total, name),
      heading: words.heading(total),
      body: [
        hello(reader),
        total === amount ? words.intro(amount, name) : words.added(amount, name, total),
        words.invitation,
        until ? words[until.resets ? 'resets' : 'until'](copy.day(new Date(until.at))) : false,
      ],
      path: '/home',
    }
  },
})

/** To an admin: a run failed, why, and what to do. */
export const budgetRunFailedEmail = userEmail({
  template: 'budget-run-failed',
  /** `message` and `help` say why, and what to do, in words. */
  detail: z.object({
    ...figures,
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
    ...figures,
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
  detail: z.object(figures),
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

/** To a participant: there will be no more. */
export const allowanceEndedEmail = userEmail({
  template: 'allowance-ended',
  detail: z.object(figures),
  write({ reader, detail }) {
    const words = enGB.allowanceEnded
    const name = inline(detail.budgetName)
    return {
      ...words,
      subject: words.subject(name),
      heading: words.heading(name),
      body: [hello(reader), words.intro(name), words.gifts],
      path: '/home',
    }
  },
})

/** To a participant: an admin took money back, or paused, resumed or removed them. */
export const allowanceChangedEmail = userEmail({
  template: 'allowance-changed',
  /** `availablePence` is what is left in the participant's wallet. */
  detail: z.object({
    ...figures,
    cause: z.enum(['withdrawn', 'undone', 'removed', 'paused', 'resumed', 'resets', 'ends', 'continues']),
    availablePence: z.number(),
    /** The ISO instant from which on it counts. */
    at: z.string().nullish(),
  }),
  write({ reader, detail: { cause, amountPence, availablePence, at, ...budget } }) {
    const change = allowanceChanges[cause]
    const name = inline(budget.budgetName)
    const amount = copy.money(amountPence, budget.currency)
    const left = copy.money(availablePence, budget.currency)
    const subject = change.subject(name, amount)
    const lines = change.lines(name, amount, left, {
      isNothing: amountPence === 0,
      above: availablePence > amountPence ? copy.money(availablePence - amountPence, budget.currency) : null,
      day: at ? copy.day(new Date(at)) : 'its next payment',
      end: at ? copy.day(new Date(at)) : null,
    })
    return {
      subject,
      preheader: lines[0]!,
      heading: subject,
      body: [hello(reader), ...lines],
      action: enGB.allowanceEnded.action,
      why: cause === 'removed' ? enGB.allowanceEnded.why : enGB.budgetAllowance.why,
      path: '/home',
    }
  },
})

/** To an admin: more people would come or go than a budget changes without asking. */
export const budgetFeedHeldEmail = userEmail({
  template: 'budget-feed-held',
  detail: z.object({ ...figures, joiners: z.number(), leavers: z.number() }),
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

export const budgetEmails: EmailFamily = {
  kinds: [
    budgetAllowanceEmail,
    budgetRunFailedEmail,
    budgetFundsLowEmail,
    budgetEndedEmail,
    allowanceEndedEmail,
    allowanceChangedEmail,
    budgetFeedHeldEmail,
  ],
}
