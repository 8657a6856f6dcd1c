import { invalidFields } from '#server/platform/problem/problem.ts'
import { BitSet } from './bit-set.ts'
import type { ProductIndex } from './product-index.ts'

export type SearchSort = 'relevance' | 'price' | '-price' | 'name' | '-name'

/** A hit's place in its order: enough to continue after it, whatever has been added or withdrawn meanwhile. */
export type Place = (string | number)[]

interface Part {
  value(number: number): string | number
  direction: 1 | -1
  kind: 'number' | 'text'
}

/** A total order of the index's products: the last part is always the id. */
export interface SearchOrder {
  parts: Part[]
  compare(a: number, b: number): number
}

export function buildSearchOrder(index: ProductIndex, sort: SearchSort, scores: Int32Array | null): SearchOrder {
  const { products, plainNames } = index
  const id: Part = { value: (number) => products[number]!.id, direction: 1, kind: 'text' }
  const numbers = (value: (number: number) => number, direction: 1 | -1): Part => ({ value, direction, kind: 'number' })
  if (sort === 'name' || sort === '-name')
    return inOrder([{ value: (number) => plainNames[number]!, direction: sort === 'name' ? 1 : -1, kind: 'text' }, id])
  if (sort === 'price' || sort === '-price')
    return inOrder([numbers((number) => products[number]!.senderPricePence, sort === 'price' ? 1 : -1), id])
  const weight = numbers((number) => products[number]!.weight, -1)
  // Products are numbered by weight and id: comparing the numbers is comparing both.
  if (!scores) return { parts: [weight, id], compare: (a, b) => a - b }
  return {
    parts: [numbers((number) => scores[number]!, -1), weight, id],
    compare: (a, b) => scores[b]! - scores[a]! || a - b,
  }
}

const inOrder = (parts: Part[]): SearchOrder => ({
  parts,
  compare: (a, b) => {
    for (const { value, direction } of parts) {
      const [one, other] = [value(a), value(b)]
      if (one !== other) return one < other ? -direction : direction
    }
    return 0
  },
})

export const sortKey = ({ parts }: SearchOrder, number: number): Place => parts.map((part) => part.value(number))

/** @throws invalid_fields (422) for a place that is none of this order's */
export function checkPlace({ parts }: SearchOrder, place: Place): Place {
  const fits = ({ kind }: Part, value: unknown) =>
    kind === 'text' ? typeof value === 'string' : Number.isSafeInteger(value)
  if (place.length === parts.length && parts.every((part, at) => fits(part, place[at]))) return place
  throw invalidFields([
    {
      path: 'from',
      message: 'is not a cursor of this list; send back what the answer before gave',
      code: 'invalid_cursor',
    },
  ])
}

function isBeyond({ parts }: SearchOrder, number: number, place: Place): boolean {
  for (const [at, { value, direction }] of parts.entries()) {
    const own = value(number)
    if (own !== place[at]) return own > place[at]! === direction > 0
  }
  return false
}

/** Those of a set that come strictly after a place. */
export function beyond(set: BitSet, order: SearchOrder, place: Place): BitSet {
  const left = new BitSet(set.size)
  for (const number of set.toNumbers()) if (isBeyond(order, number, place)) left.add(number)
  return left
}

/** Up to this many are picked out one by one; more are sorted as a whole. */
const PICKED = 100

/** The first `count` of a set in an order. */
export function topEntries(set: BitSet, compare: (a: number, b: number) => number, count: number): number[] {
  const candidates = set.toNumbers()
  if (count > PICKED) return candidates.sort(compare).slice(0, count)
  const first: number[] = []
  for (const number of candidates) {
    if (first.length === count) {
      if (compare(number, first[count - 1]!) > 0) continue
      first.pop()
    }
    let at = first.length
    while (at > 0 && compare(number, first[at - 1]!) < 0) at--
    first.splice(at, 0, number)
  }
  return first
}
