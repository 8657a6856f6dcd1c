import { z } from 'zod'
import type { BindingRule, TeamPreferences } from '#contract/teams/preferences.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { currencyByTerritory } from '#server/domains/catalogue/index.ts'
import { namedChanges, ruleChangeEnded, ruleChangesAsked } from '#server/domains/teams/rules/index.ts'
import type { Posy, Work } from '#server/platform/posy.ts'
import { cancelled, type EmailFamily } from '../messages/message-kind.ts'
import { onEvent, queueUserMessages } from '../messages/queue-message.ts'
import { copy } from './copy.en-GB.ts'
import { inline } from './html.ts'
import { hello } from './letter.ts'
import { type UserMessage, userEmail } from './user-email.ts'

type Money = (pence: number) => string
type Values = { [R in BindingRule]: TeamPreferences[R] }

const ways = {
  email: 'email',
  sms: 'text message',
  links: 'links',
  superhuggg: 'shareable links',
  printable: 'printed gifts',
  'inline-redeem': 'codes',
} as const

/** What each rule of a team is called, and what it says. */
const rules: { [R in BindingRule]: { name: string; value: (value: Values[R], money: Money) => string } } = {
  deliveryMethods: {
    name: 'Ways to send',
    value: (methods) => methods?.map((method) => ways[method]).join(', ') ?? 'every way',
  },
  deliveryEmailDomains: {
    name: 'Email domains',
    value: (domains) => (domains?.length ? domains.join(', ') : 'gifts may go to anyone'),
  },
  maximumHugggExpiryDays: {
    name: 'Days a gift may last',
    value: (days) => (days === null ? 'as long as the gift allows' : `${days} at most`),
  },
  giftingRestrictions: {
    name: 'What may be sent',
    value: (gifts, money) => {
      if (!gifts) return 'every gift'
      const { price, categories } = gifts
      const said = [
        price.min === null ? '' : `from ${money(price.min)}`,
        price.max === null ? '' : `up to ${money(price.max)}`,
        categories.allow.length ? `only ${categories.allow.length} kinds` : '',
        categories.disallow.length ? `never ${categories.disallow.length} kinds` : '',
      ].filter(Boolean)
      return said.join(', ') || 'every gift'
    },
  },
  recipientSpendCap: {
    name: 'Gifts to one person',
    value: (cap, money) =>
      cap === null
        ? 'no limit'
        : `${money(cap.amount)} a ${cap.period}, above which ${cap.mode === 'block' ? 'nothing is sent' : 'the sender is told'}`,
  },
  allowanceLimit: {
    name: 'Allowances to one person',
    value: (limit, money) => (limit === null ? 'no limit' : `${money(limit)} a tax year at most`),
  },
  approvals: {
    name: 'Orders that wait for approval',
    value: (limits, money) => {
      if (!limits) return 'none'
      const { perOrder, perDay, includeAllowances } = limits
      const above = [
        perOrder === null ? '' : `${money(perOrder)} an order`,
        perDay === null ? '' : `${money(perDay)} a day`,
      ].filter(Boolean)
      return `above ${above.join(', or ')}${includeAllowances ? ', allowances too' : ''}`
    },
  },
  applyRestrictionsToSubteams: {
    name: 'Rules in subteams',
    value: (isPassedDown) => (isPassedDown ? 'the same hold there' : 'they have their own'),
  },
}

const enGB = {
  ruleChangeAsked: {
    someone: 'Someone',
    subject: (team: string) => `The rules of ${team} would be looser: please look`,
    preheader: 'Nothing has changed yet.',
    heading: 'A rule would be looser',
    intro: (asker: string, team: string) =>
      `${asker} asks to change the rules of ${team}. For now they hold as they are.`,
    line: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
    alone: (moment: string) =>
      `No one else can confirm it yet, so it holds from ${moment}, unless someone who manages billing objects. If you do not know of it, object, and change your password if you are the person it names.`,
    waits: (day: string) =>
      `It waits until someone else confirms it who has managed billing for seven days, until ${day} at the latest. If it should not happen, object.`,
    action: 'See the rules',
    why: 'You get this because you manage billing for this team, or did in the last 30 days.',
  },
  ruleChangeEnded: {
    preheader: 'See the rules of your team.',
    subject: {
      confirmed: (team: string) => `A rule of ${team} has changed`,
      'in-force': (team: string) => `A rule of ${team} has changed`,
      objected: (team: string) => `A rule of ${team} stays as it is`,
      withdrawn: (team: string) => `A rule of ${team} stays as it is`,
      replaced: (team: string) => `A rule of ${team} stays as it is`,
      lapsed: (team: string) => `A rule of ${team} stays as it is`,
    },
    intro: {
      confirmed:
        'Another person confirmed this change. It holds from now on. Orders that wait for approval still wait.',
      'in-force': 'No one objected in 24 hours. It holds from now on. Orders that wait for approval still wait.',
      objected: 'Someone who manages billing objected to this change. Nothing has changed.',
      withdrawn: 'This change was taken back, or the person who asked can no longer ask. Nothing has changed.',
      replaced: 'The rule was changed in another way meanwhile. This change was not made.',
      lapsed: 'No one confirmed this change in time. Nothing has changed.',
    },
    action: 'See the rules',
    why: 'You get this because you asked for the change, or manage billing for this team.',
  },
}

const detail = z.object({ changeIds: z.array(z.string()) })
type NamedChange = Awaited<ReturnType<typeof namedChanges>>[number]

async function loadChanges(
  { db }: Posy,
  messages: readonly UserMessage<z.infer<typeof detail>>[],
): Promise<readonly NamedChange[]> {
  return namedChanges(db, { ids: [...new Set(messages.flatMap((message) => message.detail.changeIds))] })
}

function describeChange({ rule, from_value: from, to_value: to, territory }: NamedChange): string {
  const { name, value } = rules[rule]
  const money = (pence: number) => copy.money(pence, currencyByTerritory[territory])
  const said = (what: unknown) => inline(value(what as never, money))
  return enGB.ruleChangeAsked.line(name, said(from), said(to))
}

/** To the people who look after the bills: a rule would be looser, and how to stop it. Who has decided meanwhile need not be asked. */
const ruleChangeAskedEmail = userEmail({
  template: 'rule-change-asked',
  detail,
  load: loadChanges,
  write({ reader, detail: { changeIds } }, changes) {
    const waiting = changes.filter(({ id, status }) => changeIds.includes(id) && status === 'pending')
    const [first] = waiting
    if (!first) return cancelled('the change no longer waits')
    const words = enGB.ruleChangeAsked
    const [asker, team] = [inline(first.askerName) || words.someone, inline(first.teamName)]
    const end = first.effective_at
      ? words.alone(copy.moment(first.effective_at, BUSINESS_ZONE))
      : words.waits(copy.day(first.ends_at))
    return {
      ...words,
      subject: words.subject(team),
      body: [hello(reader), words.intro(asker, team), ...waiting.map(describeChange), end],
      path: '/team/rules',
    }
  },
})

/** Its outcome. */
const ruleChangeEndedEmail = userEmail({
  template: 'rule-change-ended',
  detail,
  load: loadChanges,
  write({ reader, detail: { changeIds } }, changes) {
    const change = changes.find(({ id }) => changeIds.includes(id))
    if (!change || change.status === 'pending') return cancelled('nothing was decided')
    const words = enGB.ruleChangeEnded
    const subject = words.subject[change.status](inline(change.teamName))
    return {
      ...words,
      subject,
      heading: subject,
      body: [hello(reader), describeChange(change), words.intro[change.status]],
      path: '/team/rules',
    }
  },
})

async function notify(
  work: Work,
  email: typeof ruleChangeAskedEmail,
  { teamId, changeIds, userIds }: { teamId: string; changeIds: string[]; userIds: string[] },
): Promise<void> {
  const messages = userIds.map((userId) => ({
    userId,
    dedupeKey: `${email.template}/${changeIds[0]}/${userId}`,
    detail: { changeIds },
  }))
  await queueUserMessages(work, email, { teamId, messages })
}

export const ruleChangeEmails: EmailFamily = {
  kinds: [ruleChangeAskedEmail, ruleChangeEndedEmail],
  subscribe(posy) {
    onEvent(posy, ruleChangesAsked, (work, asked) => notify(work, ruleChangeAskedEmail, asked))
    onEvent(posy, ruleChangeEnded, (work, { changeId, ...ended }) =>
      notify(work, ruleChangeEndedEmail, { ...ended, changeIds: [changeId] }),
    )
  },
}
