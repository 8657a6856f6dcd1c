import type { AuditArea, AuditEntry } from '#contract/reports/audit.ts'
import { roleLabels } from '#web/app/shell/roles.ts'
import { humanise } from '#web/ui/format.ts'

export const areaLabels: Record<AuditArea, string> = {
  money: 'Money: wallets, cards, invoices, plan',
  people: 'People: members, roles, invites',
  access: 'Access: API keys and sign-ins',
  gifts: 'Gifts and drafts',
  budgets: 'Budgets and celebrations',
  settings: 'Team settings',
}

const actionLabels: Record<string, string> = {
  'wallet.created': 'Wallet created',
  'wallet.updated': 'Wallet renamed or made the default',
  'wallet.closed': 'Wallet closed',
  'wallet.alert-set': 'Low balance alert set',
  'wallet.automatic-top-up-set': 'Automatic top-up set',
  'wallet.automatic-top-up-removed': 'Automatic top-up switched off',
  'wallet.automatic-top-up-stopped': 'Automatic top-up stopped',
  'wallet.transferred': 'Money moved',
  'wallet.topped-up': 'Wallet topped up by card',
  'wallet.bank-payment-received': 'Bank payment received',
  'wallet.bank-payment-reversed': 'Bank payment taken back',
  'wallet.remittance-advised': 'Bank payment announced',
  'invoice.accounts-exported': 'File for an accounts package downloaded',
  'invoice.accounts-mapped': 'Accounts of an accounts package changed',
  'invoice.payment-received': 'Invoice payment received',
  'invoice.payment-reversed': 'Invoice payment taken back',
  'invoice.vat-period-closed': 'VAT period closed',
  'invoice.vat-period-reopened': 'VAT period reopened',
  'payout.requested': 'Payment to your bank account requested',
  'payout.released': 'Payment to your bank account released',
  'payout.refused': 'Payment to your bank account refused',
  'payout.returned': 'Payment to your bank account returned',
  'team.created': 'Team created',
  'team.updated': 'Team changed',
  'team.closed': 'Subteam closed',
  'team.member-added': 'Member added',
  'team.member-removed': 'Member removed',
  'team.role-changed': 'Role changed',
  'team.second-step-reset': 'Second step reset',
  'team.join-requested': 'Someone asked to join',
  'team.join-accepted': 'Request to join accepted',
  'team.join-declined': 'Request to join declined',
  'team.credit-changed': 'Credit limit changed',
  'team.plan-requested': 'Plan requested',
  'team.plan-upgraded': 'Plan changed',
  'team.plan-changed': 'Plan changed',
  'team.plan-released': 'Plan started before it was paid',
  'team.plan-notice-given': 'Notice given for the plan',
  'team.plan-change-withdrawn': 'Change of plan withdrawn',
  'plan.invoiced': 'Plan invoiced',
  'plan.invoice-paid': 'Plan invoice paid by card',
  'plan.invoice-unpaid': 'Plan invoice unpaid after 30 days',
  'invites.sent': 'Invites sent',
  'invite.accepted': 'Invite accepted',
  'invite.resent': 'Invite sent again',
  'invite.cancelled': 'Invite cancelled',
  'api-key.created': 'API key created',
  'api-key.revoked': 'API key stopped',
  'client.created': 'System connected',
  'user.created': 'Account created',
  'session.team-switched': 'Switched to this team',
  'impersonation.started': 'Support began to view the team',
  'impersonation.ended': 'Support stopped looking',
  'impersonation.changed': 'Support changed something',
  'impersonation.changes-allowed': 'Support allowed to change things',
  'impersonation.changes-ended': 'Support’s changes stopped',
  'transaction.created': 'Gifts bought',
  'huggg.cancelled': 'Gift cancelled',
  'huggg.recipient-corrected': 'Recipient corrected',
  'order.created': 'Draft started',
  'order.updated': 'Draft changed',
  'order.deleted': 'Draft deleted',
  'team.rule-change-asked': 'Looser rule asked for',
  'team.rule-change-confirmed': 'Looser rule confirmed',
  'team.rule-change-in-force': 'Looser rule in force after 24 hours',
  'team.rule-change-objected': 'Looser rule objected to',
  'team.rule-change-withdrawn': 'Looser rule taken back',
  'team.rule-change-replaced': 'Looser rule replaced by another change',
  'team.rule-change-lapsed': 'Looser rule not confirmed in time',
  'order.approval-asked': 'Order waits for approval',
  'order.approval-approved': 'Order approved',
  'order.approval-declined': 'Order declined',
  'order.approval-withdrawn': 'Order withdrawn',
  'order.approval-expired': 'Order not decided in time',
}

/** `automated-budget.run-failed`, Automated budget: run failed. */
const plainAction = (action: string): string => {
  const [kind = '', ...act] = action.split('.')
  return [humanise(kind), humanise(act.join(' ')).toLowerCase()].filter(Boolean).join(': ')
}

export const describeAction = ({ action }: Pick<AuditEntry, 'action'>): string =>
  actionLabels[action] ?? plainAction(action)

/** What it was done to, as far as it has a name; where money went, and what someone became. */
export const describeSubject = ({ subject, target, roleGroupId }: AuditEntry): string =>
  target
    ? `${subject.name ?? ''} to ${target.name}`
    : [subject.name, roleGroupId && roleLabels[roleGroupId].name].filter(Boolean).join(', ')

const actorLabels: Record<AuditEntry['actor']['kind'], string> = {
  user: 'Someone without a name',
  client: 'A connected system',
  recipient: 'A recipient',
  operator: 'Posy’s team',
  system: 'Posy, automatically',
}

/** As whom an operator did it, and why. */
export const describeVisit = ({ impersonation }: Pick<AuditEntry, 'impersonation'>): string =>
  impersonation ? `as ${impersonation.userName ?? 'a member'}: ${impersonation.reason}` : ''

export const nameActor = ({ actor }: Pick<AuditEntry, 'actor'>): string => actor.name ?? actorLabels[actor.kind]
