import type { z } from 'zod'
import { fieldNames, fieldSchemas } from '#contract/core/sent-back.ts'

/** A name may be so much longer than a field of ours and still be worth comparing. */
const LONGEST_NAME = 60

/** “; did you mean …?” where the schema has a field at this place that is written nearly so; else nothing. */
export function suggestion(schema: z.ZodType | undefined, path: readonly PropertyKey[], name: string): string {
  if (name.length > LONGEST_NAME) return ''
  const places = path.reduce<z.core.$ZodType[]>(
    // Items of a list have the fields of its element.
    (all, key) => (typeof key === 'number' ? all : all.flatMap((at) => fieldSchemas(at, String(key)))),
    schema ? [schema] : [],
  )
  const sent = plain(name)
  const [nearest] = [...new Set(places.flatMap((place) => [...fieldNames(place)]))]
    .map((known) => ({ known, distance: editDistance(sent, plain(known)) }))
    .filter(({ known, distance }) => distance <= Math.floor(Math.max(sent.length, known.length) / 4))
    .sort((one, other) => one.distance - other.distance)
  return nearest ? `; did you mean ${nearest.known}?` : ''
}

/** `delivery_method` and `DeliveryMethod` are the same name, written otherwise. */
const plain = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** How many letters have to be put in, left out or changed (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
