import { invalidFields } from '#server/platform/problem/problem.ts'

type Tree = { [key: string]: unknown }

/** What a caller asked of a list in words that the list itself does not have. */
export interface ListWords {
  /** Rows to pass over before the first. */
  skip: number
  /** Of a list without pages. */
  limit: number | null
  /** Only those. */
  ids: string[] | null
}

export const NO_WORDS: ListWords = { skip: 0, limit: null, ids: null }

const PAGING = ['page', 'per_page', 'limit', 'offset'] as const

/**
 * Lists take `page` and `per_page`, `limit` and `offset`, and `pagination[…]` for either, whichever of them is theirs: takes
 * those that a list does not name out of the query and says them in its own words.
 * @throws invalid_fields (422) for what is no number, or no page of a list of pages
 */
export function listWords(tree: Tree, names: ReadonlySet<string>): ListWords {
  const { pagination } = tree
  if (!names.has('pagination') && typeof pagination === 'object' && pagination !== null) {
    delete tree.pagination
    for (const [name, value] of Object.entries(pagination)) tree[name] ??= value
  }
  const given = new Map<string, number>()
  for (const name of PAGING) {
    if (names.has(name) || tree[name] === undefined) continue
    given.set(name, wholeNumber(name, tree[name]))
    delete tree[name]
  }
  const filter = tree.filter as Tree | undefined
  const words = { ...NO_WORDS }
  if (!names.has('filter') && typeof filter === 'object' && filter !== null && Object.keys(filter).join() === 'id') {
    words.ids = [filter.id].flat().map(String)
    delete tree.filter
  }
  if (names.has('per_page')) toPages(tree, given)
  else if (names.has('limit')) {
    if (given.has('per_page')) tree.limit ??= String(given.get('per_page'))
    words.skip = given.get('offset') ?? ((given.get('page') ?? 1) - 1) * Number(tree.limit ?? 25)
  } else {
    words.limit = given.get('limit') ?? given.get('per_page') ?? null
    words.skip = given.get('offset') ?? ((given.get('page') ?? 1) - 1) * (words.limit ?? 0)
  }
  return words
}

function toPages(tree: Tree, given: Map<string, number>): void {
  if (given.has('limit')) tree.per_page ??= String(given.get('limit'))
  const offset = given.get('offset')
  if (offset === undefined || tree.page !== undefined) return
  const perPage = Number(tree.per_page ?? 25)
  if (offset % perPage !== 0)
    throw invalidFields([{ path: 'offset', message: 'must be a multiple of limit', code: 'custom' }])
  tree.page = String(offset / perPage + 1)
}

function wholeNumber(name: string, value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value
  const least = name === 'offset' ? 0 : 1
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= 1_000_000) return number
  throw invalidFields([{ path: name, message: `must be a whole number from ${least}`, code: 'custom' }])
}

interface ListAnswer {
  data: { id?: unknown }[]
  hasNext?: boolean
  next?: string | null
}
const MOST_STEPS = 200

/**
 * Answers what was asked of a list in words that are not its own: walks on by its cursors to where the caller wants to
 * begin, and leaves out all but the ids asked for.
 */
export async function readWords<Q extends { limit?: number; next?: string | undefined }>(
  { skip, limit, ids }: ListWords,
  query: Q,
  read: (query: Q) => Promise<unknown>,
): Promise<unknown> {
  if (ids) {
    const all = await everyPage(query, read)
    const found = all.filter(({ id }) => ids.includes(String(id)))
    return { hasNext: false, hasPrevious: false, next: null, previous: null, data: found }
  }
  let at = query
  for (let left = skip, step = 0; left > 0 && query.limit && step < MOST_STEPS; step += 1) {
    const answer = (await read({ ...at, limit: Math.min(1000, left) })) as ListAnswer
    left -= answer.data.length
    if (!answer.hasNext) return { ...answer, data: [] }
    at = { ...at, next: answer.next ?? undefined }
  }
  const answer = (await read(at)) as ListAnswer
  if (limit === null && (query.limit || skip === 0)) return answer
  return { ...answer, data: answer.data.slice(skip, limit === null ? undefined : skip + limit) }
}

async function everyPage<Q extends { limit?: number; next?: string | undefined }>(
  query: Q,
  read: (query: Q) => Promise<unknown>,
): Promise<ListAnswer['data']> {
  const all: ListAnswer['data'] = []
  let at: Q = query.limit ? { ...query, limit: 1000 } : query
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const answer = (await read(at)) as ListAnswer
    all.push(...answer.data)
    if (!answer.hasNext) break
    at = { ...at, next: answer.next ?? undefined }
  }
  return all
}
