import type { Pence } from '#kit/money.ts'

interface Given {
  /** Whose it is; undefined: no one's limit holds for it. */
  person: string | undefined
  deltaPence: Pence
}

/**
 * What a run gives each under a limit per person. Someone who is in it twice, at two spellings of their address, has one
 * limit. What flows back is never cut.
 * @param rooms what each person may still have, by person
 */
export function cutToRoom<T extends Given>(
  shares: readonly T[],
  rooms: ReadonlyMap<string, Pence>,
): (T & { cutPence: Pence })[] {
  const left = new Map(rooms)
  return shares.map((share) => {
    const { person } = share
    const room = person === undefined ? undefined : left.get(person)
    if (person === undefined || room === undefined || share.deltaPence <= 0) return { ...share, cutPence: 0 }
    const deltaPence = Math.min(share.deltaPence, Math.max(0, room))
    left.set(person, room - deltaPence)
    return { ...share, deltaPence, cutPence: share.deltaPence - deltaPence }
  })
}
