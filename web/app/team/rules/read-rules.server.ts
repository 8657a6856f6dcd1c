import type { Permission } from '#contract/core/permissions.ts'
import {
  type ApprovalLimits,
  deliveryMethods,
  type RecipientSpendCap,
  type Team,
  type TeamPreferences,
} from '#contract/teams.ts'
import {
  MAX_EXPIRY_DAYS,
  readCategories,
  readDomains,
  readPrice,
  readReasons,
  textOf,
  wholeOf,
} from '#web/http/rule-fields.server.ts'
import { penceOf } from '#web/ui/kit/amount.ts'

interface Rules {
  reasonCodes?: string[]
  preferences: Partial<TeamPreferences>
}

/** A team's rules as its form says them: only what the reader was shown a field for. */
export function readRules(
  form: FormData,
  { parentTeamId }: Pick<Team, 'parentTeamId'>,
  can: (wanted: Permission) => boolean,
): { body: Rules; wrong: Record<string, string> } {
  const wrong: Record<string, string> = {}
  const isTicked = (name: string) => form.get(name) === 'on'
  const methods = deliveryMethods.filter((method) => form.getAll('deliveryMethods').includes(method))
  if (methods.length === 0) wrong.deliveryMethods = 'Choose at least one way.'
  const days = textOf(form, 'maximumHugggExpiryDays')
  const maximumHugggExpiryDays = days ? wholeOf(days, MAX_EXPIRY_DAYS) : null
  if (maximumHugggExpiryDays === undefined)
    wrong.maximumHugggExpiryDays = 'Give a number of days from 1 to 3,650, or leave it empty.'
  const domains = readDomains(form, wrong)
  const price = readPrice(form, wrong)
  const categories = readCategories(form, wrong)
  const isOpen =
    price.min === null && price.max === null && categories.allow.length === 0 && categories.disallow.length === 0
  return {
    body: {
      ...(can('manage-reason-codes') && { reasonCodes: readReasons(form, wrong) }),
      preferences: {
        deliveryMethods: methods.length === deliveryMethods.length ? null : methods,
        deliveryEmailDomains: domains.length ? domains : null,
        maximumHugggExpiryDays: maximumHugggExpiryDays ?? null,
        giftingRestrictions: isOpen ? null : { price, categories },
        remindRecipients: isTicked('remindRecipients'),
        ...(can('can-require-reason-codes') && { requireReasonCode: isTicked('requireReasonCode') }),
        ...(parentTeamId === null && {
          recipientSpendCap: readSpendCap(form, wrong),
          approvals: readApprovals(form, wrong),
          applyRestrictionsToSubteams: isTicked('applyRestrictionsToSubteams'),
          ...(can('manage-reason-codes') && {
            applyReasonCodesToTeam: isTicked('applyReasonCodesToTeam'),
            applyReasonCodesToSubteams: isTicked('applyReasonCodesToSubteams'),
          }),
        }),
      },
    },
    wrong,
  }
}

/** Null where neither limit is given. */
function readApprovals(form: FormData, wrong: Record<string, string>): ApprovalLimits | null {
  const limitOf = (name: string) => {
    const typed = textOf(form, name)
    const pence = typed ? (penceOf(typed) ?? null) : null
    if (typed && pence === null) wrong[name] = 'Give an amount such as 250.00, or leave it empty.'
    return pence
  }
  const [perOrder, perDay] = [limitOf('approvalPerOrder'), limitOf('approvalPerDay')]
  if (perOrder === null && perDay === null) return null
  return { perOrder, perDay, includeAllowances: form.get('approvalAllowances') === 'on' }
}

/** Null where no amount is given. */
function readSpendCap(form: FormData, wrong: Record<string, string>): RecipientSpendCap | null {
  const typed = textOf(form, 'capAmount')
  if (!typed) return null
  const amount = penceOf(typed)
  if (!amount) wrong.capAmount = 'Give an amount such as 50.00, or leave it empty.'
  const period = (['month', 'quarter', 'year'] as const).find((each) => each === form.get('capPeriod')) ?? 'month'
  return { amount: amount || 1, period, mode: form.get('capMode') === 'block' ? 'block' : 'warn' }
}

/** The API's `preferences.giftingRestrictions.price.max` is our `priceMax`, and a list's third member is of the list. */
export function fieldsOfForm(fields: Record<string, string>): Record<string, string> {
  const ours = Object.entries(fields).map(([path, message]): [string, string] => {
    const own = path.replace(/^preferences\./, '')
    if (own.startsWith('approvals')) return [own.includes('perDay') ? 'approvalPerDay' : 'approvalPerOrder', message]
    if (own.startsWith('recipientSpendCap')) return ['capAmount', message]
    const end = own.match(/^giftingRestrictions\.price\.?(min)?/)
    if (end) return [end[1] ? 'priceMin' : 'priceMax', message]
    return [own.startsWith('giftingRestrictions') ? 'categories' : own.split('.')[0]!, message]
  })
  return Object.fromEntries(ours)
}
