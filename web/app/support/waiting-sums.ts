import type { Award } from '#contract/awards/awards.ts'

/** What waits for a second person: alone or as a batch, and since when. */
export interface Waiting {
  requests: number
  awards: number
  pence: number
  /** When the oldest was asked for; null where nothing waits. */
  since: string | null
  days: number
  /** There is more than was looked at. */
  hasMore: boolean
}

const DAY_MS = 86_400_000

/** @param awards all that wait, those of batches too */
export function sumWaiting(awards: readonly Award[], hasMore: boolean, now: Date): Waiting {
  const requests = new Set(awards.map(({ id, batchId }) => batchId ?? id))
  const since = awards.map(({ dateCreated }) => dateCreated).sort()[0] ?? null
  return {
    ...{ requests: requests.size, awards: awards.length, hasMore, since },
    pence: awards.reduce((sum, { amount }) => sum + amount, 0),
    days: since === null ? 0 : Math.floor((now.getTime() - Date.parse(since)) / DAY_MS),
  }
}
