import type { RoleGroup } from '#contract/core/permissions.ts'
import { roleGroupLabels } from '#contract/core/status-labels.ts'
import type { PlanDifference } from '#contract/operator/plans.ts'
import { formatMoney } from '#kit/money.ts'
import { permissionLabels } from './labels.ts'

const fieldLabels: Record<string, string> = {
  name: 'Name',
  clientId: 'Sold through',
  pricePence: 'Price',
  smsSegmentPence: 'A segment of a text',
  noticePeriod: 'Notice',
  noticePeriodUnit: 'Notice is counted by',
  initialPeriod: 'Initial period',
  initialPeriodUnit: 'Initial period is counted by',
  billingPeriod: 'Billed by',
  defaultRoleGroupId: 'Role of new people',
  termsUrl: 'Terms',
  planImageUrl: 'Picture',
  isActive: 'Sold',
  openForSignUp: 'Open for sign-up',
  priceVariationPlanIds: 'Other prices of it',
  wallets: 'Wallets',
  subteams: 'Subteams',
  themes: 'Themes',
  participants: 'Participants',
  hugggsPerOrder: 'Gifts in one order',
}

interface Difference {
  label: string
  /** As it is; empty where there is nothing to compare. */
  before: string
  after: string
}

const isRole = (field: string): field is RoleGroup => Object.hasOwn(roleGroupLabels, field)
const named = (flags: string): string =>
  flags
    .split(', ')
    .map((flag) =>
      Object.hasOwn(permissionLabels, flag) ? permissionLabels[flag as keyof typeof permissionLabels] : flag,
    )
    .join('; ')

function valueLabel(field: string, value: string): string {
  if (field.endsWith('Pence')) return formatMoney(Number(value), 'GBX')
  if (value === 'true') return 'yes'
  if (value === 'false') return 'no'
  if (value === 'null' || value === '' || value === '[]') return 'none'
  return isRole(value) ? roleGroupLabels[value] : value
}

/** What a file changes of a plan, in the words of the console: of a role, the rights that it loses and those that it gets. */
export function describeDifference({ field, before, after }: PlanDifference['fields'][number]): Difference[] {
  if (!isRole(field))
    return [{ label: fieldLabels[field] ?? field, before: valueLabel(field, before), after: valueLabel(field, after) }]
  const role = roleGroupLabels[field]
  return [
    { label: `${role} loses`, before: '', after: before && named(before) },
    { label: `${role} gets`, before: '', after: after && named(after) },
  ].filter(({ after: rights }) => rights)
}
