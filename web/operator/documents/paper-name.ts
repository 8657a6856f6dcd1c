import { paperLabels } from '#contract/orders/paper-labels.ts'
import { humanise } from '#web/ui/format.ts'

const names: Record<string, string> = {
  ...paperLabels,
  'period-report': 'Budget’s report',
  'pro-forma': 'Pro forma invoice',
}

/** What a paper of a customer’s is called; an invoice for no purchase is the plan’s. */
export function paperName({ kind, purchaseId }: { kind: string; purchaseId?: string | null }): string {
  if (kind === 'invoice' && purchaseId === null) return 'Invoice for the plan'
  return names[kind] ?? humanise(kind)
}
