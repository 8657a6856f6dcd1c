import type { RoleGroup } from '#contract/core/permissions.ts'
import type { Customer } from '#contract/operator/customers.ts'
import { type BindingRule, bindingRules, type TeamPreferences } from '#contract/teams/preferences.ts'
import { formatMoney } from '#kit/money.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import { ruleLabel, ruleNames } from '#web/app/team/rules/rule-labels.ts'
import { formatDay, humanise, plural } from '#web/ui/format.ts'

type Event = Customer['events'][number]

const names: Record<string, string> = {
  ...ruleNames,
  requireReasonCode: 'A reason is required',
  applyReasonCodesToTeam: 'Reasons hold for the team',
  applyReasonCodesToSubteams: 'Reasons hold for subteams',
  remindRecipients: 'Reminders',
  requireSecondStep: 'A second step is required',
  authMethods: 'Ways to sign in',
  creditLimit: 'Credit limit',
  budgetAmount: 'Amount',
  priceMin: 'Lowest price',
  priceMax: 'Highest price',
  walletId: 'Wallet',
  unspentAction: 'Unspent allowances at a run',
}
const sums = ['creditLimit', 'budgetAmount', 'priceMin', 'priceMax']

/** `businessAddress`, `budget_amount`: “Business address”, “Budget amount”. */
const fieldName = (what: string): string =>
  names[what] ??
  humanise(what.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`))

const isRule = (what: string): what is BindingRule => (bindingRules as readonly string[]).includes(what)

interface Words {
  currency: string
  /** As the team’s people read them. */
  roles: Record<RoleGroup, string>
}

function valueWords(what: string, value: unknown, { currency, roles }: Words): string {
  const money = (pence: number) => formatMoney(pence, currency)
  const named = (ids: readonly string[]) => plural(ids.length, 'category', 'categories')
  if (isRule(what)) return ruleLabel(what, { [what]: value } as Partial<TeamPreferences>, { money, named })
  if (value === null || value === undefined || value === '') return 'none'
  if (sums.includes(what) && typeof value === 'number') return money(value)
  if (what === 'walletId' || (typeof value === 'object' && !Array.isArray(value))) return 'changed'
  if (what === 'role') return roles[value as RoleGroup] ?? String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length ? value.map(String).join(', ') : 'none'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return formatDay(value, BUSINESS_ZONE)
  return humanise(String(value))
}

/** What was changed, from what to what, a line each: “Gifts last: 90 days at most, until now 30 days at most”. */
export function describeChanges({ changes, fields, amount, currency }: Event, roles: Words['roles']): string[] {
  const lines = changes.map(({ what, from, to }) => {
    const [before, after] = [from, to].map((value) => valueWords(what, value, { currency, roles }))
    return before === after || (from === null && !isRule(what))
      ? `${fieldName(what)}: ${after}`
      : `${fieldName(what)}: ${after}, until now ${before}`
  })
  if (fields.length) lines.push(`Changed: ${fields.map((field) => fieldName(field)).join(', ')}`)
  if (amount !== null) lines.push(formatMoney(amount, currency))
  return lines
}
