import type { BindingRule } from '#contract/teams/preferences.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import type { Copy } from './copy.en-GB.ts'
import type { EmailContent } from './gift-email.ts'
import { inline } from './html.ts'
import { noticeEmail } from './notice-email.ts'

interface ChangedRule {
  rule: BindingRule
  from: unknown
  to: unknown
}

interface About {
  firstName: string
  teamName: string
  currency: string
  url: string
}

const describeChange = (copy: Copy, currency: string, { rule, from, to }: ChangedRule): string => {
  const { name, value } = copy.rules[rule]
  const said = (what: unknown) => inline(value(what as never, (pence) => copy.money(pence, currency)))
  return copy.ruleChangeAsked.line(name, said(from), said(to))
}

/** To the people who look after the bills: a rule would be looser, and how to stop it. */
export function ruleChangeAskedEmail(
  copy: Copy,
  email: About & { askerName: string; changes: readonly ChangedRule[]; effectiveAt: Date | null; endsAt: Date },
): EmailContent {
  const words = copy.ruleChangeAsked
  const [asker, team] = [inline(email.askerName) || words.someone, inline(email.teamName)]
  const end = email.effectiveAt
    ? words.alone(copy.moment(email.effectiveAt, BUSINESS_ZONE))
    : words.waits(copy.day(email.endsAt))
  return noticeEmail(copy, email, {
    ...words,
    subject: words.subject(team),
    paragraphs: [
      words.intro(asker, team),
      ...email.changes.map((one) => describeChange(copy, email.currency, one)),
      end,
    ],
  })
}

export type RuleChangeOutcome = 'confirmed' | 'in-force' | 'objected' | 'withdrawn' | 'replaced' | 'lapsed'

/** Its outcome. */
export function ruleChangeEndedEmail(
  copy: Copy,
  email: About & { change: ChangedRule; outcome: RuleChangeOutcome },
): EmailContent {
  const words = copy.ruleChangeEnded
  const subject = words.subject[email.outcome](inline(email.teamName))
  return noticeEmail(copy, email, {
    ...words,
    subject,
    heading: subject,
    paragraphs: [describeChange(copy, email.currency, email.change), words.intro[email.outcome]],
  })
}
