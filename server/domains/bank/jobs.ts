import type { Posy } from '#server/platform/posy.ts'
import { bookNewLines } from './lines/book-line.ts'
import { BOOK_LINES_JOB } from './lines/events.ts'

export function registerBank(posy: Posy): void {
  posy.queue.define({ name: BOOK_LINES_JOB, handle: () => bookNewLines(posy) })
}
