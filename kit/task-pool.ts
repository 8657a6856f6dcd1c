/** Tasks side by side, for anyone who starts the next as soon as one has ended. */
export class TaskPool {
  #underWay = 0
  #failure: { error: unknown } | null = null
  #onEnd = (): void => {}

  get underWay(): number {
    return this.#underWay
  }
  get hasFailed(): boolean {
    return this.#failure !== null
  }
  start(task: () => Promise<void>): void {
    this.#underWay += 1
    task()
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#underWay -= 1
        this.#onEnd()
      })
  }
  /** Until one has ended, or for so long. */
  async oneEnds(withinMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs)
      this.#onEnd = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  /** Until all have ended. @throws what the first that failed threw */
  async allEnd(): Promise<void> {
    while (this.#underWay > 0)
      await new Promise<void>((resolve) => {
        this.#onEnd = resolve
      })
    if (this.#failure) throw this.#failure.error
  }
}
