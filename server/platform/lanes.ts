/** How soon a job wants to run, when there are more than a worker can run at once. */
export type Urgency = 'urgent' | 'normal' | 'background'

const order: readonly Urgency[] = ['urgent', 'normal', 'background']

/**
 * So many jobs run at once in this process, the urgent ones first. What runs in the background never takes the last lanes:
 * however many exports wait, a gift's mail finds a free one.
 */
export class Lanes {
  readonly #waiting: Record<Urgency, (() => void)[]> = { urgent: [], normal: [], background: [] }
  readonly #total: number
  readonly #background: number
  #taken = 0
  #takenByBackground = 0
  constructor(total: number, background: number) {
    this.#total = total
    this.#background = background
  }
  async run<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> {
    if (!this.#mayTake(urgency)) await new Promise<void>((resolve) => this.#waiting[urgency].push(resolve))
    else this.#take(urgency)
    try {
      return await work()
    } finally {
      this.#taken -= 1
      if (urgency === 'background') this.#takenByBackground -= 1
      this.#letIn()
    }
  }
  #mayTake(urgency: Urgency): boolean {
    return this.#taken < this.#total && (urgency !== 'background' || this.#takenByBackground < this.#background)
  }
  #take(urgency: Urgency): void {
    this.#taken += 1
    if (urgency === 'background') this.#takenByBackground += 1
  }
  #letIn(): void {
    for (const urgency of order) {
      while (this.#waiting[urgency].length && this.#mayTake(urgency)) {
        this.#take(urgency)
        this.#waiting[urgency].shift()!()
      }
    }
  }
}
