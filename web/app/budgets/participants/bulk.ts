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
  availablePence: number
}
