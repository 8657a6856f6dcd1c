import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Example } from '#contract/reference/recorded-examples.ts'

/** What was sent, and what was answered. */
interface Sent {
  params?: object
  query?: object
  body?: unknown
}
interface Answered {
  status: number
  body: unknown
}

const MOST_ITEMS = 2
const MOST_VALUES = 12
const MOST_LETTERS = 200
const SECRET = /token|secret|^key$|^codes?$/i
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
/** Of the demo world and the starter catalogue, the same in every installation with a sandbox. */
export const KNOWN = '00000000-0000-4000-8000-'

/** Writes down requests and answers as the reference shows them: ids numbered as they come, secrets and long parts cut. */
export class ExampleRecorder {
  readonly #ids = new Map<string, string>()

  record(endpoint: Endpoint, { params, query, body }: Sent, { status, body: answer }: Answered): Example {
    const isForm = endpoint.bodyKind === 'multipart'
    const isAnswered = status !== 204
    return {
      ...(params && { params: this.#tidy(params) as Record<string, unknown> }),
      ...(query && { query: this.#tidy(query) as Record<string, unknown> }),
      ...(endpoint.body && !isForm && { body: this.#tidy(body ?? {}) }),
      status,
      ...(isAnswered && { answer: this.#tidy(answer, '', true) }),
    }
  }

  #tidy(value: unknown, name = '', cut = false): unknown {
    if (typeof value === 'string') return this.#tidyText(value, name, cut)
    if (Array.isArray(value))
      return (cut ? value.slice(0, isObject(value[0]) ? MOST_ITEMS : MOST_VALUES) : value).map((one) =>
        this.#tidy(one, name, cut),
      )
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [this.#number(key), this.#tidy(one, key, cut)]))
  }

  #tidyText(text: string, name: string, cut: boolean): string {
    const numbered = this.#number(text)
    if (cut && SECRET.test(name) && text.length > 40) return `${numbered.slice(0, 12)}…`
    return cut && text.length > MOST_LETTERS ? `${numbered.slice(0, MOST_LETTERS)}…` : numbered
  }

  #number = (text: string): string =>
    text.replace(UUID, (id) => {
      if (id.startsWith(KNOWN)) return id
      const known = this.#ids.get(id) ?? `${KNOWN}e${String(this.#ids.size + 1).padStart(11, '0')}`
      this.#ids.set(id, known)
      return known
    })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
