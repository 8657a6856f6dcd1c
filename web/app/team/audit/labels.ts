import type { AuditArea, AuditEntry } from '#contract/reports/audit.ts'
import { actWords } from '#web/act-words.ts'
import type { RoleLabels } from '#web/app/shell/roles.ts'
import { auditActorLabels, auditLabel } from '#web/audit-labels.ts'

export const areaLabels: Record<AuditArea, string> = {
  money: 'Money: wallets, cards, invoices, plan',
  people: 'People: members, roles, invites',
  access: 'Access: API keys and sign-ins',
  gifts: 'Gifts and drafts',
  budgets: 'Budgets and celebrations',
  settings: 'Team settings',
}

export const describeAction = (entry: Pick<AuditEntry, 'action' | 'subject' | 'waitingAct'>): string =>
  actWords(entry) ?? auditLabel(entry.action)

/** What it was done to, as far as it has a name; where money went, and what someone became. */
export const describeSubject = ({ subject, target, roleGroupId }: AuditEntry, roleLabels: RoleLabels): string =>
  target
    ? `${subject.name ?? ''} to ${target.name}`
    : [subject.name, roleGroupId && roleLabels[roleGroupId].name].filter(Boolean).join(', ')

/** As whom an operator did it, and why. */
export const describeVisit = ({ impersonation }: Pick<AuditEntry, 'impersonation'>): string =>
  impersonation ? `as ${impersonation.userName ?? 'a member'}: ${impersonation.reason}` : ''

export const nameActor = ({ actor }: Pick<AuditEntry, 'actor'>): string => actor.name ?? auditActorLabels[actor.kind]
