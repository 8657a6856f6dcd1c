import { expiryAfterDays, toDate, toInstant } from '#kit/time.ts'
import { type Entry, postTransfer, type TransferDraft, type TransferKind } from '#server/domains/ledger/index.ts'
import type { Work } from '#server/platform/posy.ts'
import type { AwardRecord } from './award.ts'

type Change = Partial<
  Pick<
    AwardRecord,
    | 'status'
    | 'paid_pence'
    | 'late_pence'
    | 'earlier_pence'
    | 'rail'
    | 'link_code'
    | 'issues'
    | 'approved_by'
    | 'expires_at'
    | 'deliver_by'
    | 'cannot_use'
  >
>

/** Who made a change and when, for the row; the trigger copies it to the timeline. */
export const changedBy = (work: Work, reason: string | null) => ({
  updated_at: work.at,
  changed_by_kind: work.actor.kind,
  changed_by_id: work.actor.id,
  change_reason: reason,
})

/** Writes what happened to an award whose row is held; the database knows which changes are allowed. */
export async function writeAward(
  work: Work,
  award: AwardRecord,
  change: Change,
  reason: string | null = null,
): Promise<AwardRecord> {
  const by = changedBy(work, reason)
  await work.tx
    .updateTable('award')
    .set({ ...change, ...by })
    .where('id', '=', award.id)
    .execute()
  return { ...award, ...change, ...by }
}

interface Movement {
  kind: TransferKind
  times: number | string
  entries: Entry[]
}

/** How an award's money moves. The key tells what for, so that it moves once. */
export const awardTransfer = (
  { at }: Work,
  { id, currency }: Pick<AwardRecord, 'id' | 'currency'>,
  { kind, times, entries }: Movement,
): TransferDraft => ({
  ...{ kind, key: `${kind}/${id}/${times}`, reference: { kind: 'award', id } },
  ...{ currency, at, entries },
})

export const moveMoney = (
  work: Work,
  award: Pick<AwardRecord, 'id' | 'currency'>,
  movement: Movement,
): Promise<string> => postTransfer(work.tx, awardTransfer(work, award, movement))

/** The end of the London day so many days later. */
export const endsAfter = ({ at }: Work, days: number): Date => toDate(expiryAfterDays(toInstant(at), days))
