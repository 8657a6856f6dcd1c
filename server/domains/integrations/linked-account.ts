import type { LinkedAccount } from '#contract/integrations/integrations.ts'
import type { Employee, EmploymentStatus } from '#server/providers/merge/types.ts'

export type SyncError = NonNullable<LinkedAccount['syncError']>

/** Account tokens are sealed for the row they belong to. */
export const tokenOwner = (accountId: string) => ({ purpose: 'posy linked account', id: accountId })

const HOUR_MS = 3_600_000
export const SYNC_EVERY_MS = 24 * HOUR_MS
/** A sync that is under way has this long until it is started again. */
export const SYNC_LIMIT_MS = HOUR_MS
/** The provider is still reading the system for the first time. */
export const LOOK_AGAIN_MS = 5 * 60_000

/** Whether linking may begin (again): never finished, or ended on the other side. */
export const mayBegin = (account: { status: LinkedAccount['status']; sync_error: SyncError | null }): boolean =>
  account.status === 'pending' || account.sync_error === 'revoked'

/** Whatever else is told of them, who has had their last day has left. */
export const statusOn = (
  { lastDay, status }: Pick<Employee, 'lastDay' | 'status'>,
  /** YYYY-MM-DD */
  day: string,
): EmploymentStatus => (lastDay !== null && lastDay <= day ? 'inactive' : status)
