import type { ExecutionErrorType } from '#contract/budgets/budget-runs.ts'
import type { DeclineKind } from '#server/domains/payments/index.ts'
import { Problem } from '#server/platform/problem/problem.ts'

/** A run that cannot continue, for a reason that the product knows and its owner can do something about. */
export class RunFailure extends Error {
  readonly type: ExecutionErrorType
  readonly shortfallPence: number | null
  constructor(type: ExecutionErrorType, shortfallPence: number | null = null, cause?: unknown) {
    super(type, { cause })
    this.name = 'RunFailure'
    this.type = type
    this.shortfallPence = shortfallPence
  }
}

export const declinedAs: Record<DeclineKind, ExecutionErrorType> = {
  'insufficient-funds': 'CARD_INSUFCCIENT_FUNDS',
  expired: 'CARD_EXPIRED',
  unknown: 'CARD_UNKNOWN',
}

const texts: Record<ExecutionErrorType, { message: string; toDo: string }> = {
  WALLET_INSUFCCIENT_FUNDS: {
    message: 'There was not enough money in the wallet.',
    toDo: 'Top up the wallet, or choose another one in the settings.',
  },
  CARD_INSUFCCIENT_FUNDS: {
    message: 'There was not enough money on the card.',
    toDo: 'Choose another card in the settings, or put money into the wallet.',
  },
  CARD_EXPIRED: {
    message: 'The card has expired.',
    toDo: 'Choose another card in the settings, or put money into the wallet.',
  },
  CARD_UNKNOWN: {
    message: 'The card could not be charged.',
    toDo: 'Ask the bank, choose another card in the settings, or put money into the wallet.',
  },
  RESET_BUDGET_FAILED: {
    message: 'The participants’ money could not be set to the amount.',
    toDo: 'Nothing has moved. If it keeps failing, tell support the id of this run.',
  },
  DISTRIBUTE_BUDGET_FAILED: {
    message: 'The money could not be paid out.',
    toDo: 'Nothing has moved. If it keeps failing, tell support the id of this run.',
  },
  FAILED_TO_LOCK_FUNDS: {
    message: 'The wallet was too busy for the money to be set aside.',
    toDo: 'Nothing has moved.',
  },
}

interface Failed {
  trigger: 'scheduled' | 'manual' | 'joiner'
  retryAt: Date | null
}

/** Only a scheduled run is taken up again by “run”: another one would pay everybody. */
const again = ({ trigger, retryAt }: Failed): string => {
  if (!retryAt) return ''
  return trigger === 'scheduled'
    ? ' It is tried again automatically; you can also run it again at once.'
    : ' It is tried again automatically.'
}

/** What to tell a budget's owner, and what they can do. */
export const problemText = (type: ExecutionErrorType, run: Failed): { message: string; help: string } => ({
  message: texts[type].message,
  help: `${texts[type].toDo}${again(run)}`,
})

const isDatabaseError = (error: unknown): error is { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Lock not available in time, deadlock, serialisation failure. */
const LOCK_CODES = new Set(['55P03', '40P01', '40001'])

/** What went wrong, as the specification names it. */
export function classifyRunFailure(error: unknown, unspentAction: 'reset' | 'rollover'): RunFailure {
  if (error instanceof RunFailure) return error
  // By the time it comes here it may have been made an answer that says to try again.
  const refused = error instanceof Problem ? error.cause : error
  if (isDatabaseError(refused) && LOCK_CODES.has(refused.code))
    return new RunFailure('FAILED_TO_LOCK_FUNDS', null, error)
  return new RunFailure(unspentAction === 'reset' ? 'RESET_BUDGET_FAILED' : 'DISTRIBUTE_BUDGET_FAILED', null, error)
}
