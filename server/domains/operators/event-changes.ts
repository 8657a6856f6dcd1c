import type { Customer } from '#contract/operator/customers.ts'

type Change = Customer['events'][number]['changes'][number]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an entry of the audit trail holds of what was changed, from what and to what: rules, roles, plans and limits. */
export function readChanges(action: string, detail: unknown): Change[] {
  if (!isRecord(detail)) return []
  const { changed, rule, fromPence, toPence, from, to, roleGroupId } = detail
  if (isRecord(changed))
    return Object.entries(changed).flatMap(([what, change]) =>
      isRecord(change) ? [{ what, from: change.from ?? null, to: change.to ?? null }] : [],
    )
  if (typeof rule === 'string') return [{ what: rule, from: from ?? null, to: to ?? null }]
  if (typeof toPence === 'number') return [{ what: 'creditLimit', from: fromPence ?? null, to: toPence }]
  if (action === 'team.role-changed') return [{ what: 'role', from: from ?? null, to: to ?? null }]
  if (action === 'team.plan-changed') return [{ what: 'plan', from: from ?? null, to: to ?? null }]
  if (action === 'team.member-added' && roleGroupId) return [{ what: 'role', from: null, to: roleGroupId }]
  return []
}

const UNTOLD_OF_BUDGETS: readonly unknown[] = ['name', 'reasonCodes']

/** Fields that were changed and whose values are not kept, such as a name or an address. */
export function readFields(action: string, detail: unknown): string[] {
  if (!isRecord(detail) || !Array.isArray(detail.fields)) return []
  // A budget’s are all that were sent, changed or not, under other names than those that its changes are told by.
  if (action === 'automated-budget.changed') return detail.fields.filter((field) => UNTOLD_OF_BUDGETS.includes(field))
  const told = isRecord(detail.changed) ? Object.keys(detail.changed) : []
  return detail.fields.filter(
    (field): field is string => typeof field === 'string' && field !== 'preferences' && !told.includes(field),
  )
}
