import type { CallError } from './errors.ts'
import type { CallOptions } from './options.ts'
import { type Result, unwrap } from './result.ts'

/** A page by its number, or by a cursor. */
export type Paged<T> =
  | { data: T[]; current_page: number; last_page: number }
  | { data: T[]; hasNext: boolean; next: string | null }

/**
 * Every item of a list, page after page, each asked for when it is needed: `for await (const brand of eachItem(posy.listBrandsV2))`.
 * @throws what a page was refused with
 */
export async function* eachItem<C extends { query?: object; body?: object }, T>(
  method: (call: C, options?: CallOptions) => Promise<Result<Paged<T>, CallError>>,
  call?: C,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined> {
  let asked = { ...call } as C
  for (;;) {
    const page = unwrap(await method(asked, options))
    yield* page.data
    const following = nextPage(page)
    if (!following) return
    asked = asked.body
      ? { ...asked, body: { ...asked.body, ...following } }
      : { ...asked, query: { ...asked.query, ...following } }
  }
}

function nextPage(page: Paged<unknown>): object | null {
  if ('current_page' in page) return page.current_page < page.last_page ? { page: page.current_page + 1 } : null
  return page.hasNext && page.next !== null ? { next: page.next } : null
}
