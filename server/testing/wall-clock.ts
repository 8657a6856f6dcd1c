import type { WallClock } from '#server/platform/clock.ts'

/** A wall clock that stands still until a test moves it. */
export class ManualWallClock implements WallClock {
  #nowMs: number
  constructor(nowMs: number) {
    this.#nowMs = nowMs
  }
  nowMs(): number {
    return this.#nowMs
  }
  advanceSeconds(seconds: number): void {
    this.#nowMs += seconds * 1000
  }
}
