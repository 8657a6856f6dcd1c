import { eventType } from '#server/platform/queue.ts'

/** Brings a budget up to date: its starting, runs, stopping. Sent whenever there is something to do at once. */
export const ADVANCE_BUDGET_JOB = 'budgets.advance'

export const budgetStarted = eventType<{ budgetId: string }>('budgets.started')
/** A run succeeded: its participants are told. */
export const budgetRan = eventType<{ executionId: string }>('budgets.ran')
/** A run failed for the first time, or for a new reason; with a `day`: more people wait for its money. */
export const budgetRunFailed = eventType<{ executionId: string; attempt: number; day?: string }>('budgets.run-failed')
/** The next run will cost more than there is in the wallet. */
export interface FundsLow {
  budgetId: string
  occurrence: number
  costPence: number
  availablePence: number
  /** What other budgets need of it before. */
  othersPence?: number
  /** The card that was to pay the rest cannot be charged on that day. */
  isCardOver?: boolean
  /** It is needed only if people spend what they have before then. */
  isOnlyAtRisk?: boolean
  /** The money is for those who have yet to accept, or (`fromAt`) who are invited at the start. */
  invites?: { people: number; fromAt: string | null; untilAt: string | null }
}
export const budgetFundsLow = eventType<FundsLow>('budgets.funds-low')
export const budgetEnded = eventType<{ budgetId: string; returnedPence: number }>('budgets.ended')
/** Emitted by a release before, as people were removed: what waits of it is still done. */
export const participantsRemoved = eventType<{ budgetId: string; participantIds: string[] }>(
  'budgets.participants-removed',
)
/** Someone left a budget of their own accord. */
export const participantLeft = eventType<{ budgetId: string; participantId: string; returnedPence: number }>(
  'budgets.participant-left',
)

/** Someone who looks after a budget changed what its participants have, or whether they get more. */
export interface AllowancesChanged {
  budgetId: string
  cause: 'withdrawn' | 'undone' | 'removed' | 'left' | 'paused' | 'resumed' | 'resets' | 'raised' | 'ends' | 'continues'
  /** Names this very change: each is told once. */
  changeId: string
  /** What each lost by it; of one that `resets`, what each has after the next run, and of one that is `raised`, what each run gives from then on. */
  people: { participantId: string; amountPence: number }[]
}
export const allowancesChanged = eventType<AllowancesChanged>('budgets.allowances-changed')
