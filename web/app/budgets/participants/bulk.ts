import type { Participant } from '#contract/budgets/participants.ts'

/** What can be done with several participants at once, and with whom. */
export const bulkKinds = {
  pause: (each: Participant) => each.status === 'active',
  resume: (each: Participant) => each.status === 'inactive',
  invite: (each: Participant) => each.status === 'draft' && each.inviteId !== null,
  amount: (each: Participant) => each.status !== 'deleted',
  remove: (each: Participant) => each.status !== 'deleted',
}
export type BulkKind = keyof typeof bulkKinds

export const bulkKindNamed = (name: unknown): BulkKind | null =>
  typeof name === 'string' && Object.hasOwn(bulkKinds, name) ? (name as BulkKind) : null

/** What removing people does, by what they have. */
export function removalSentences({
  isInvited,
  joined,
  unspent,
}: {
  /** The budget has started, and invites are out. */
  isInvited: boolean
  /** Of them, who have accepted. */
  joined: number
  /** What they have not spent; empty: nothing. */
  unspent: string
}): string {
  if (!isInvited) return 'They have not been invited yet, and no money has moved.'
  if (joined === 0) return 'Their invite stops working, and no money has moved. They can be added again.'
  return [
    unspent && `${unspent} that they have not spent goes back to the wallet.`,
    `Gifts that they sent still work; money returned from those goes to the wallet${unspent && ' too'}.`,
    'An invite they have not accepted stops working. Everyone who had accepted is told by email. This cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What is asked before it is done: about whom, and how much money they have left. */
export interface BulkQuestion {
  kind: BulkKind
  /** As the form sends it on: `all` of the list, or ids. */
  who: string
  chosen: number
  /** Of those chosen, with whom it can be done. */
  fitting: number
  /** The first of them, as they are called. */
  names: string[]
  /** Of those it fits, who have accepted. */
  joined: number
  availablePence: number
}
