import type { Permission } from '#contract/core/permissions.ts'
import { deliveryMethods } from '#contract/orders/purchase.ts'
import type { ApprovalLimits, RecipientSpendCap, TeamPreferences } from '#contract/teams/preferences.ts'
import type { Team } from '#contract/teams/teams.ts'
import { amountRefusal, choice, penceOrNull, readForm, text, texts, ticked } from '#web/http/read-form.ts'
import {
  MAX_EXPIRY_DAYS,
  parseWholeNumber,
  readCategories,
  readDomains,
  readPrice,
  readReasons,
} from '#web/http/rule-fields.server.ts'

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
  const read = readForm(form, {
    deliveryMethods: texts,
    maximumHugggExpiryDays: text,
    remindRecipients: ticked,
    requireReasonCode: ticked,
    applyRestrictionsToSubteams: ticked,
    applyReasonCodesToTeam: ticked,
    applyReasonCodesToSubteams: ticked,
  })
  const methods = deliveryMethods.filter((method) => read.deliveryMethods.includes(method))
  if (methods.length === 0) wrong.deliveryMethods = 'Choose at least one way.'
  const days = read.maximumHugggExpiryDays
  const maximumHugggExpiryDays = days ? parseWholeNumber(days, MAX_EXPIRY_DAYS) : null
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
        remindRecipients: read.remindRecipients,
        ...(can('can-require-reason-codes') && { requireReasonCode: read.requireReasonCode }),
        ...(parentTeamId === null && {
          recipientSpendCap: readSpendCap(form, wrong),
          allowanceLimit: readAllowanceLimit(form, wrong),
          approvals: readApprovals(form, wrong),
          applyRestrictionsToSubteams: read.applyRestrictionsToSubteams,
          ...(can('manage-reason-codes') && {
            applyReasonCodesToTeam: read.applyReasonCodesToTeam,
            applyReasonCodesToSubteams: read.applyReasonCodesToSubteams,
          }),
        }),
      },
    },
    wrong,
  }
}

/** Null where neither limit is given. */
function readApprovals(form: FormData, wrong: Record<string, string>): ApprovalLimits | null {
  const { approvalAllowances, ...limits } = readForm(form, {
    approvalPerOrder: penceOrNull,
    approvalPerDay: penceOrNull,
    approvalAllowances: ticked,
  })
  for (const [name, limit] of Object.entries(limits))
    if (limit === undefined) wrong[name] = `${amountRefusal(form, name)}.`
  const [perOrder, perDay] = [limits.approvalPerOrder ?? null, limits.approvalPerDay ?? null]
  if (perOrder === null && perDay === null) return null
  return { perOrder, perDay, includeAllowances: approvalAllowances }
}

/** Null where no amount is given. */
function readSpendCap(form: FormData, wrong: Record<string, string>): RecipientSpendCap | null {
  const { capAmount, capPeriod, capMode } = readForm(form, {
    capAmount: penceOrNull,
    capPeriod: choice('month', 'quarter', 'year'),
    capMode: choice('warn', 'block'),
  })
  if (capAmount === null) return null
  if (!capAmount) wrong.capAmount = `${amountRefusal(form, 'capAmount')}.`
  return { amount: capAmount || 1, period: capPeriod ?? 'month', mode: capMode ?? 'warn' }
}

/** Null where no amount is given. */
function readAllowanceLimit(form: FormData, wrong: Record<string, string>): number | null {
  const { allowanceLimit } = readForm(form, { allowanceLimit: penceOrNull })
  if (allowanceLimit === null) return null
  if (!allowanceLimit) wrong.allowanceLimit = `${amountRefusal(form, 'allowanceLimit')}.`
  return allowanceLimit || 1
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
