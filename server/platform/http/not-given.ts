import type { z } from 'zod'

/**
 * `null` where a field takes none is “not given”, as templates of no-code tools fill what they do not have; so is an empty text
 * for an id, a date, a number or a picture, where something is made. Where null is itself an answer, the schema takes it.
 * @returns the same value without them, or null where there are none
 */
export function withoutNotGiven(value: unknown, issues: readonly z.core.$ZodIssue[], isCreate: boolean): unknown {
  const paths = issues.flatMap((issue) => notGivenPaths(value, issue, isCreate))
  if (paths.length === 0) return null
  const copy = structuredClone(value)
  for (const path of paths) {
    const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Holder | undefined)?.[key as never], copy)
    if (typeof holder === 'object' && holder !== null && !Array.isArray(holder)) delete (holder as Holder)[path.at(-1)!]
  }
  return copy
}

/** Left out, a sum is all there is: nothing in its place may be a mistake, and costs money. */
const ALL_UNLESS_SAID = 'amount'

type Holder = Record<PropertyKey, unknown>
type Path = PropertyKey[]

/** Of several variants: of the one that nothing else stands against. */
function notGivenPaths(value: unknown, issue: z.core.$ZodIssue, isCreate: boolean): Path[] {
  if (issue.code === 'invalid_union') {
    for (const variant of issue.errors) {
      const paths = variant.map((each) =>
        notGivenPaths(value, { ...each, path: [...issue.path, ...each.path] }, isCreate),
      )
      if (paths.length > 0 && paths.every(({ length }) => length > 0)) return paths.flat()
    }
  }
  if (issue.path.length === 0) return []
  const sent = issue.path.reduce<unknown>((at, key) => (at as Holder | undefined | null)?.[key], value)
  if (issue.path.at(-1) === ALL_UNLESS_SAID) return []
  const isNotGiven = sent === null || (isCreate && sent === '' && issue.code === 'invalid_format')
  return isNotGiven ? [issue.path] : []
}
