import type { CallProblem } from '#contract/core/invoke.ts'
import type { WebContext } from '#web/context.ts'

/** What was asked of a recipient's page. */
export interface Asked {
  request: Request
  url: URL
  page: WebContext
  /** The code in the address, the key to what is shown. */
  code: string
}

export interface RecipientRoute {
  /** Shows it. Changes nothing: mail scanners and link previews come this way too. */
  show(asked: Asked): Response | Promise<Response>
  /** Does what one of its forms asks for. */
  submit?(asked: Asked, form: FormData): Promise<Response>
  /** What is said where there is no such thing. */
  unknown?: { title: string; text: string; action?: { label: string; href: string } }
  /** How it says that something went wrong, where it is no gift's page. */
  apologise?(asked: Asked, status: number): Response
}

/** Why a page cannot be shown, as its status. */
export class PageRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`a recipient's page answers ${status}`)
    this.status = status
  }
}

/** Too many requests pass; whatever else the API refuses is not to be found; otherwise the trouble is ours. */
export const refusePage = ({ status }: CallProblem): PageRefusal =>
  new PageRefusal(status === 429 ? 429 : status < 500 ? 404 : 503)
