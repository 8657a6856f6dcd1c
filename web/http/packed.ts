import { useMemo } from 'react'
import { useLoaderData } from 'react-router'

/** JSON of something, which knows of what. */
export type Packed<T> = string & { readonly of?: T }

/**
 * What a loader answers, as one string: the router writes out what it is given value by value, which for a list of sixty
 * gifts is a tenth of what its page costs. Plain data only: dates and the like would come back as text.
 */
export const pack = <T>(value: T): Packed<T> => JSON.stringify(value)

/** What a loader packed. */
export function usePacked<L extends (...args: never[]) => Promise<Packed<unknown>>>() {
  const packed = useLoaderData() as string
  return useMemo(() => JSON.parse(packed) as Awaited<ReturnType<L>> extends Packed<infer T> ? T : never, [packed])
}
