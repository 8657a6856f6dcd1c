import type { Work } from '#server/platform/posy.ts'
import { type Principal, requirePermission } from '#server/platform/principal.ts'
import { notFound, Problem } from '#server/platform/problem/problem.ts'
import { type BulkResult, type LockedHuggg, lockHugggs } from '../change/index.ts'
import { Status } from '../states/index.ts'
import { cancelHugggs } from './cancel-hugggs.ts'
import { correctRecipient, type RecipientCorrection } from './correct-recipient.ts'
import { holdSpendCap } from './spend-cap.ts'

export interface PeopleChange {
  transactionId: string
  teamId: string
  changed: readonly RecipientCorrection[]
  /** Gifts that no one is to get now. */
  removed: readonly string[]
}

/**
 * Changes who gets the gifts of a purchase while they wait for their time. All of it happens, or nothing.
 * @throws with every wrong row named; wrong_state for a gift that no longer waits; not_found for one of another
 *   purchase; otherwise as correctRecipient and cancelHugggs
 */
export async function changePeople(
  work: Work,
  caller: Principal,
  { transactionId, teamId, changed, removed }: PeopleChange,
): Promise<BulkResult> {
  if (removed.length) requirePermission(caller, 'cancel-hugggs')
  await holdSpendCap(work, teamId)
  const hugggIds = [...new Set([...changed.map(({ hugggId }) => hugggId), ...removed])]
  // All at once and in order: two changes of the same gifts wait for each other and never in a circle.
  const gifts = await lockHugggs(work.tx, caller, { hugggIds })
  if (gifts.some((gift) => gift.transaction_id !== transactionId)) throw notFound('huggg')
  refuseGone(gifts, { changed, removed })
  const { refundedPence, refused } = removed.length
    ? await cancelHugggs(work, caller, { hugggIds: removed })
    : { refundedPence: 0, refused: [] }
  if (refused[0]) throw new Problem('wrong_state', `A gift cannot be cancelled: ${refused[0].why}.`)
  await correctAll(work, caller, changed)
  return { changed: hugggIds.length, changedIds: hugggIds, refundedPence, refused: [] }
}

function refuseGone(
  gifts: readonly LockedHuggg[],
  { changed, removed }: Pick<PeopleChange, 'changed' | 'removed'>,
): void {
  const waiting = new Set(gifts.filter((gift) => gift.status_id === Status.Scheduled).map(({ id }) => id))
  const paths = [
    ...changed.map(({ hugggId }, row) => [hugggId, `changed[${row}].hugggId`] as const),
    ...removed.map((hugggId, row) => [hugggId, `removed[${row}]`] as const),
  ]
  const details = paths
    .filter(([hugggId]) => !waiting.has(hugggId))
    .map(([, path]) => ({ path, message: 'is not waiting to be sent', code: 'wrong_state' }))
  if (details.length === 0) return
  throw new Problem('wrong_state', 'Some of these gifts are no longer waiting to be sent.', {
    help: 'Read them again, and change one that was sent on its own.',
    details,
  })
}

/** Tries every row before it gives up, so that all that is wrong is told at once. */
async function correctAll(work: Work, caller: Principal, changed: readonly RecipientCorrection[]): Promise<void> {
  const problems: Problem[] = []
  for (const [row, correction] of changed.entries()) {
    try {
      await correctRecipient(work, caller, correction)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push(inRow(error, row))
    }
  }
  const [first] = problems
  if (!first) return
  throw new Problem(first.code, first.message, {
    help: first.help,
    details: problems.flatMap(({ details }) => details),
  })
}

/** `receiver.phone_number` of one gift is `changed[3].phoneNumber` of many. */
function inRow(problem: Problem, row: number): Problem {
  const fields: Record<string, string> = { 'receiver.email': 'email', 'receiver.phone_number': 'phoneNumber' }
  const details = problem.details.map((detail) => ({
    ...detail,
    path: `changed[${row}].${fields[detail.path] ?? detail.path}`,
  }))
  return new Problem(problem.code, problem.message, {
    help: problem.help,
    details: details.length
      ? details
      : [{ path: `changed[${row}].hugggId`, message: problem.message, code: problem.code }],
  })
}
