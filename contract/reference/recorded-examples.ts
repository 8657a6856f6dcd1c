import { recorded } from './recorded-examples.generated.ts'

/** A request that `server/app/examples.http.test.ts` sends, and what came of it. */
export interface Example {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  /** Not of a form with files. */
  body?: unknown
  status: number
  /** Lists and texts are cut where they are long. A refusal shows how this endpoint refuses: its success needs what no single test has. */
  answer?: unknown
}

/** One of each endpoint, by its name: `contract/<area>/examples/<name>.json`. */
export const recordedExamples: Readonly<Record<string, Example>> = recorded
