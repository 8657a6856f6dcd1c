import type { WebhookEventType } from '#contract/webhooks/webhook-events.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

/** What people choose by, in the order they are shown. */
export const eventGroups: { title: string; events: [type: WebhookEventType, label: string][] }[] = [
  {
    title: 'Gifts',
    events: [
      ['huggg.created', 'Created'],
      ['huggg.scheduled', 'Scheduled'],
      ['huggg.sent', 'Sent'],
      ['huggg.claimed', 'Opened'],
      ['huggg.fetched', 'Code issued'],
      ['huggg.redeemed', 'Redeemed'],
      ['huggg.expired', 'Expired'],
      ['huggg.cancelled', 'Cancelled'],
    ],
  },
  {
    title: 'Purchases',
    events: [
      ['transaction.created', 'Bought'],
      ['transaction.completed', 'All gifts made'],
    ],
  },
  {
    title: 'Approvals',
    events: [
      ['approval.pending', 'Asked for'],
      ['approval.approved', 'Approved'],
      ['approval.declined', 'Declined'],
      ['approval.withdrawn', 'Withdrawn'],
      ['approval.expired', 'Not decided in time'],
    ],
  },
  { title: 'Documents', events: [['document.issued', 'Issued']] },
  {
    title: 'Budgets',
    events: [
      ['budget.draft', 'Draft saved'],
      ['budget.scheduled', 'Scheduled'],
      ['budget.live', 'Started'],
      ['budget.ended', 'Ended'],
      ['budget.run-succeeded', 'Run succeeded'],
      ['budget.run-failed', 'Run failed'],
      ['budget.run-given-up', 'Run given up'],
    ],
  },
  {
    title: 'Participants',
    events: [
      ['participant.draft', 'Put on the list'],
      ['participant.active', 'Accepted or resumed'],
      ['participant.inactive', 'Paused'],
      ['participant.deleted', 'Removed'],
    ],
  },
  {
    title: 'Awards',
    events: [
      ['award.referred', 'Approval asked for'],
      ['award.declined', 'Declined'],
      ['award.issued', 'Issued'],
      ['award.reissued', 'Issued again'],
      ['award.delivered', 'Delivered'],
      ['award.opened', 'Opened'],
      ['award.rail-chosen', 'Way chosen'],
      ['award.code-generated', 'Code made'],
      ['award.part-cashed', 'Partly cashed'],
      ['award.cashed', 'Cashed'],
      ['award.expired', 'Expired'],
      ['award.cancelled', 'Cancelled'],
    ],
  },
  {
    title: 'Batches of awards',
    events: [
      ['award-batch.referred', 'Approval asked for'],
      ['award-batch.issued', 'Issued'],
      ['award-batch.declined', 'Declined'],
      ['award-batch.cancelled', 'Cancelled'],
    ],
  },
  {
    title: 'Wallets',
    events: [
      ['wallet.topped-up', 'Topped up'],
      ['wallet.transferred', 'Transferred'],
      ['wallet.adjusted', 'Refunded or adjusted'],
    ],
  },
  {
    title: 'Members',
    events: [
      ['member.added', 'Added'],
      ['member.removed', 'Removed'],
      ['member.role-changed', 'Role changed'],
    ],
  },
  {
    title: 'Exports',
    events: [
      ['export.completed', 'File ready'],
      ['export.failed', 'Failed'],
    ],
  },
]

/** Awards are for teams that give them, and stay where they were chosen. */
export const offeredGroups = (givesAwards: boolean, chosen: readonly string[]): typeof eventGroups =>
  eventGroups.filter(
    ({ events }) => givesAwards || events.some(([type]) => !type.startsWith('award') || chosen.includes(type)),
  )

export const signatureLabels: Record<Webhook['signature'], string> = {
  hmac: 'HMAC-SHA256 (shared secret)',
  ed25519: 'Ed25519 (public key)',
}

export const deliveryLabels: Record<WebhookDelivery['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  'given-up': { label: 'Given up', tone: 'danger' },
}

export function webhookState({ isActive, disabledReason, failingSince }: Webhook): { label: string; tone: Tone } {
  if (!isActive)
    return { label: disabledReason ? 'Switched off by us' : 'Switched off', tone: disabledReason ? 'danger' : 'plain' }
  return failingSince ? { label: 'Failing', tone: 'warning' } : { label: 'Active', tone: 'success' }
}

/** What it is told of, in a few words. */
export const eventSummary = ({ eventTypes }: Webhook): string =>
  eventTypes.length === 0
    ? 'All events'
    : eventTypes.length === 1
      ? eventTypes[0]!
      : `${eventTypes.length} kinds of event`
