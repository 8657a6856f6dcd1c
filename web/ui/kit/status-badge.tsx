import styles from './status-badge.module.css'

export type Tone = 'plain' | 'accent' | 'success' | 'warning' | 'danger'

/** What a state means to who looks at it: gifts, deliveries, charges, budgets, invites, exports. */
const tones: Record<string, Tone> = {
  redeemed: 'success',
  claimed: 'accent',
  fetched: 'accent',
  sent: 'accent',
  delivered: 'success',
  processed: 'success',
  charged: 'success',
  checked: 'success',
  reserved: 'warning',
  successful: 'success',
  completed: 'success',
  received: 'success',
  active: 'success',
  live: 'success',
  scheduled: 'warning',
  pending: 'warning',
  processing: 'warning',
  updating: 'warning',
  expired: 'plain',
  cancelled: 'plain',
  void: 'plain',
  failed: 'danger',
  bounce: 'danger',
  blocked: 'danger',
  rejected: 'danger',
}

/** A state in a word. Its colour only repeats what the word says. */
export function StatusBadge({ status, tone }: { status: string; tone?: Tone }) {
  return <span className={`${styles.badge} ${styles[tone ?? tones[status.toLowerCase()] ?? 'plain']}`}>{status}</span>
}
