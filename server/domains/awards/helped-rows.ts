import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/problem/problem.ts'
import { type BatchAward, inSteps, type NewBatch } from './batch.ts'
import { type EarlierAward, findRecentHelp, type RecentHelp, readEarlier } from './batch-queries.ts'
import { withinDays } from './duplicates.ts'

/** A row whose person or case was helped lately. */
export interface Helped extends Pick<RecentHelp, 'place' | 'teamId'> {
  withinDays: number
  /** By the caller's own teams: the newest award, and within how many days. */
  own: { award: EarlierAward; withinDays: number } | null
  /** Why they are helped again: as the row says or, for what the caller can see, the batch. */
  reason: string | null
  /** Who makes the list can see that they were helped, and tells no reason. */
  needsReason: boolean
}

/**
 * Rows whose person or case one of these teams helped lately. What the batch says for all is of those whom the caller's own teams helped:
 * of anyone else it would tell the caller that there was help.
 */
export async function helpedRows(
  tx: Tx,
  batch: NewBatch,
  awards: readonly BatchAward[],
  looking: { teams: readonly string[]; own: readonly string[]; at: Date },
): Promise<Helped[]> {
  const rows: RecentHelp[] = []
  for (const some of inSteps(awards)) rows.push(...(await findRecentHelp(tx, some, looking)))
  const earlier = await readEarlier(
    tx,
    rows.flatMap(({ ownId }) => ownId ?? []),
  )
  const said = new Map(awards.map(({ place, again }) => [place, again]))
  return rows.map(({ place, teamId, createdAt, ownId, ownAt }) => {
    const own = ownId && ownAt ? { award: earlier.get(ownId)!, withinDays: withinDays(ownAt, looking.at) } : null
    const reason = said.get(place) ?? (own ? (batch.duplicateReason ?? null) : null)
    return {
      ...{ place, teamId, withinDays: withinDays(createdAt, looking.at), own, reason },
      needsReason: own !== null && reason === null,
    }
  })
}

/**
 * As for a single award, of each row: what other teams did is told to who decides alone.
 * @throws conflict (409) with each row that needs a reason
 */
export function requireReasons(
  helped: readonly Helped[],
  indexes: ReadonlyMap<number, number>,
  grantTeamId: string,
): void {
  const details = helped.flatMap(({ place, own, needsReason }): ErrorDetail[] =>
    own && needsReason
      ? [
          {
            path: `rows.${indexes.get(place)}.duplicateReason`,
            ...askedWhy,
            reason: {
              ...{ code: 'helped_lately', withinDays: own.withinDays, isOwnTeam: true, awardId: own.award.id },
              ...(own.award.teamId === grantTeamId ? { personId: own.award.personId } : {}),
            },
          },
        ]
      : [],
  )
  if (details.length) throw reasonMissing(details.length, details)
}

const askedWhy = { code: 'helped_lately', message: 'tell why they are helped again' }

export const reasonMissing = (
  count: number,
  details: ErrorDetail[] = [{ path: 'duplicateReason', ...askedWhy }],
): Problem =>
  new Problem(
    'conflict',
    `${count} of these people or cases ${count === 1 ? 'was' : 'were'} helped in the last 28 days.`,
    {
      help: 'Say why they are helped again. No money has moved.',
      details,
    },
  )
