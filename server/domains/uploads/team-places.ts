import { Problem } from '#server/platform/problem/problem.ts'

interface Sizes {
  atATime: number
  mostWaitingOfTeam: number
  mostWaiting: number
}

/**
 * Places for slow work, one a team at a time. Teams that wait take turns, however much each of them has: no one waits longer
 * for what another team brings than for one piece of it.
 */
export class TeamPlaces {
  readonly #sizes: Sizes
  readonly #working = new Set<string>()
  /** By team, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>()
  constructor(sizes: Sizes) {
    this.#sizes = sizes
  }

  /** @throws too_many_requests (429) where the team has enough waiting, unavailable (503) where all teams have */
  async run<T>(teamId: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(teamId)
    try {
      return await work()
    } finally {
      this.#working.delete(teamId)
      this.#letIn()
    }
  }

  async #turn(teamId: string): Promise<void> {
    if (this.#working.size < this.#sizes.atATime && !this.#working.has(teamId)) {
      this.#working.add(teamId)
      return
    }
    const own = this.#waiting.get(teamId) ?? []
    const later = { retryAfterSeconds: 5 }
    if (own.length >= this.#sizes.mostWaitingOfTeam)
      throw new Problem('too_many_requests', 'Your team uploads too many pictures at once.', later)
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (all >= this.#sizes.mostWaiting)
      throw new Problem('unavailable', 'Too many pictures are being uploaded just now.', later)
    await new Promise<void>((resolve) => this.#waiting.set(teamId, [...own, resolve]))
  }

  /** The next of the first team whose turn it is and that has none at work; it then goes to the end. */
  #letIn(): void {
    const next = [...this.#waiting].find(([teamId]) => !this.#working.has(teamId))
    if (!next || this.#working.size >= this.#sizes.atATime) return
    const [teamId, [begin, ...rest]] = next
    this.#waiting.delete(teamId)
    if (rest.length > 0) this.#waiting.set(teamId, rest)
    this.#working.add(teamId)
    begin!()
  }
}
