import { z } from 'zod'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { budgetFigures } from './budgets.ts'
import { copy } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { pageOfTeam, userEmail } from './user-email.ts'

const enGB = {
  openPosy: 'Open Posy',
  budgetAllowance: {
    subject: (amount: string, budget: string) => `You have ${amount} to give: ${budget}`,
    preheader: 'Your allowance is in your wallet.',
    heading: (amount: string) => `You have ${amount} to give`,
    intro: (amount: string, budget: string) => `${amount} from ${budget} is in your wallet.`,
    added: (amount: string, budget: string, total: string) =>
      `${amount} from ${budget} was added to your wallet. With what was left you have ${total}.`,
    invitation: 'Say thank you to someone with it.',
    until: (moment: string) => `You can give it until ${moment}. What is left then goes back.`,
    resets: (moment: string) =>
      `You can give it until ${moment}. Then your allowance begins again, and what is left is not added.`,
    action: 'Send a gift',
    why: 'You get this because you are in a budget of your team.',
  },
  allowanceEnding: {
    subject: (amount: string, moment: string, budget: string) => `Use ${amount} by ${moment}: ${budget}`,
    preheader: 'What is left then goes back to the team.',
    heading: (budget: string) => `${budget} ends soon`,
    intro: (amount: string, moment: string, budget: string) =>
      `${budget} ends on ${moment}. You have ${amount} left to give until then. What you have not used goes back to the team.`,
    gifts: 'Gifts that you sent stay valid.',
    action: 'Send a gift',
  },
  allowanceEnded: {
    subject: (budget: string) => `${budget} has ended`,
    preheader: 'Gifts that you sent stay valid.',
    heading: (budget: string) => `${budget} has ended`,
    intro: (budget: string) => `${budget} has ended, and you get no more allowance from it.`,
    returned: (amount: string) => `${amount} that you had not spent went back to the team.`,
    /** Of one that was sent before it named a sum. */
    returnedUnsaid: 'What you had left went back to the team.',
    nothing: 'You had spent everything you were given.',
    gifts: 'Gifts that you sent stay valid.',
    action: 'See your allowances',
    why: 'You get this because you had an allowance from this budget.',
  },
}

interface ChangeFacts {
  isNothing: boolean
  /** What they have above their amount. */
  above: string | null
  from: string
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
  left: {
    subject: (budget: string) => `You have left ${budget}`,
    lines: (budget: string, amount: string, _left: string, { isNothing }: ChangeFacts) => [
      `You have left ${budget}, and you get no more allowance from it.`,
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
    lines: (budget: string, amount: string, left: string, { above, from }: ChangeFacts) => [
      `From ${from} on, each payment of ${budget} sets what you have to ${amount}: what is missing is added, and what is above goes back.`,
      above
        ? `You have ${left} now. Use ${above} of it before then, or it goes back to the team.`
        : `You have ${left} now.`,
    ],
  },
  raised: {
    subject: (budget: string, amount: string) => `${budget} gives you more: ${amount} each time`,
    lines: (budget: string, amount: string, left: string, { from }: ChangeFacts) => [
      `Your allowance from ${budget} is ${amount} each time from ${from} on, more than before.`,
      `You have ${left} to give now.`,
    ],
  },
  ends: {
    subject: (budget: string) => `${budget} ends sooner: use what you have`,
    lines: (budget: string, _amount: string, left: string, { end }: ChangeFacts) => [
      `${budget} ends ${end ? `on ${end}` : 'sooner than before'}. You have ${left} now, and what you have not used by then goes back to the team.`,
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

/** With the team that the budget made for them, whose home it leads to. */
const allowanceFigures = { ...budgetFigures, ownTeamId: z.string().nullish() }

/** A page of the person: what they still have, and the statement of what is over. */
const ALLOWANCES = '/allowances'
const homePage = (teamId: string | null | undefined): string => pageOfTeam('/home', teamId ?? null)

/** To a participant: money has come. */
export const budgetAllowanceEmail = userEmail({
  template: 'budget-allowance',
  /** `availablePence` is what is in the participant's wallet after the run. */
  detail: z.object({
    ...allowanceFigures,
    availablePence: z.number().optional(),
    /** The ISO instant until which it can be given, where it cannot be kept, and whether a new payment comes then. */
    until: z.object({ at: z.string(), resets: z.boolean() }).optional(),
  }),
  write({ reader, detail: { amountPence, availablePence = amountPence, until, ownTeamId, ...budget } }) {
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
        until ? words[until.resets ? 'resets' : 'until'](copy.dayAndTime(new Date(until.at))) : false,
      ],
      path: homePage(ownTeamId),
    }
  },
})

/** To a participant who has something left: it can be used until then. Once for a budget. */
const allowanceEndingEmail = userEmail({
  template: 'allowance-ending',
  /** `amountPence` is what is left; and the ISO instant of the budget's end. */
  detail: z.object({ ...allowanceFigures, endsAt: z.string() }),
  write({ reader, detail: { amountPence, endsAt, ownTeamId, ...budget } }) {
    if (!reader.wantsAllowances) return cancelled('allowances are not wanted')
    const words = enGB.allowanceEnding
    const name = inline(budget.budgetName)
    const [amount, moment] = [copy.money(amountPence, budget.currency), copy.dayAndTime(new Date(endsAt))]
    return {
      ...words,
      subject: words.subject(amount, moment, name),
      heading: words.heading(name),
      body: [hello(reader), words.intro(amount, moment, name), words.gifts],
      why: enGB.budgetAllowance.why,
      path: homePage(ownTeamId),
    }
  },
})

/** To a participant: there will be no more. */
const allowanceEndedEmail = userEmail({
  template: 'allowance-ended',
  /** `returnedPence` is what they had not spent. */
  detail: z.object({ ...allowanceFigures, returnedPence: z.number().optional() }),
  write({ reader, detail: { budgetName, currency, returnedPence } }) {
    const words = enGB.allowanceEnded
    const name = inline(budgetName)
    const back =
      returnedPence === undefined
        ? words.returnedUnsaid
        : returnedPence
          ? words.returned(copy.money(returnedPence, currency))
          : words.nothing
    return {
      ...words,
      subject: words.subject(name),
      heading: words.heading(name),
      body: [hello(reader), words.intro(name), back, words.gifts],
      path: ALLOWANCES,
    }
  },
})

/** To a participant: an admin took money back, or paused, resumed or removed them. */
const allowanceChangedEmail = userEmail({
  template: 'allowance-changed',
  /** `availablePence` is what is left in the participant's wallet. */
  detail: z.object({
    ...allowanceFigures,
    cause: z.enum([
      'withdrawn',
      'undone',
      'removed',
      'left',
      'paused',
      'resumed',
      'resets',
      'raised',
      'ends',
      'continues',
    ]),
    availablePence: z.number(),
    /** The ISO instant from which on it counts. */
    at: z.string().nullish(),
  }),
  write({ reader, detail: { cause, amountPence, availablePence, at, ownTeamId, ...budget } }) {
    const change = allowanceChanges[cause]
    const name = inline(budget.budgetName)
    const amount = copy.money(amountPence, budget.currency)
    const left = copy.money(availablePence, budget.currency)
    const isOver = cause === 'removed' || cause === 'left'
    const subject = change.subject(name, amount)
    const lines = change.lines(name, amount, left, {
      isNothing: amountPence === 0,
      above: availablePence > amountPence ? copy.money(availablePence - amountPence, budget.currency) : null,
      from: at ? copy.day(new Date(at)) : 'its next payment',
      end: at ? copy.dayAndTime(new Date(at)) : null,
    })
    return {
      subject,
      preheader: lines[0]!,
      heading: subject,
      body: [hello(reader), ...lines],
      ...(isOver
        ? { action: enGB.allowanceEnded.action, why: enGB.allowanceEnded.why, path: ALLOWANCES }
        : { action: enGB.openPosy, why: enGB.budgetAllowance.why, path: homePage(ownTeamId) }),
    }
  },
})

/** To people with an allowance: money came, what an admin did to it, that it ends soon, and that there will be no more. */
export const allowanceMessages = {
  given: budgetAllowanceEmail,
  changed: allowanceChangedEmail,
  ending: allowanceEndingEmail,
  ended: allowanceEndedEmail,
}

export const allowanceEmails: EmailFamily = { kinds: Object.values(allowanceMessages) }
