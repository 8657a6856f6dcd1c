import type { ServerBuild } from 'react-router'

/**
 * The build with no more routes than an address can lead to, by the address's first word: for each page the router looks
 * through all the routes it has, and makes its table of them again. What begins with no such word, the whole build knows.
 */
export function buildsByFirstWord(build: ServerBuild): ReadonlyMap<string, ServerBuild> {
  const ids = Object.keys(build.routes)
  const wordByRoute = new Map(ids.map((id) => [id, firstWord(fullPath(build.routes, id))]))
  // Of no word are the start page, which every page's map tells of, and layouts; a pattern may stand for any word.
  const isPattern = (word: string) => /[:*?]/.test(word)
  const isForAny = (id: string) => (wordByRoute.get(id) ? isPattern(wordByRoute.get(id)!) : build.routes[id]!.index)
  const narrowed = (word: string): ServerBuild => {
    const reached = ids.filter((id) => wordByRoute.get(id) === word || isForAny(id))
    const kept = new Set(reached.flatMap((id) => lineage(build.routes, id)))
    const only = <R>(routes: Record<string, R>) =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)))
    return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
  }
  const words = new Set([...wordByRoute.values()].filter((word) => word && !isPattern(word)))
  return new Map([...words].map((word) => [word, narrowed(word)]))
}

/** Of an address or of what the router asks for its data by (`/browse.data`). */
export const firstWord = (pathname: string): string => pathname.split('/')[1]?.replace(/\.data$/, '') ?? ''

type Routes = ServerBuild['routes']

/** A route and what it lies in, innermost first. */
function lineage(routes: Routes, id: string | undefined): string[] {
  return id === undefined ? [] : [id, ...lineage(routes, routes[id]!.parentId)]
}

const fullPath = (routes: Routes, id: string): string =>
  `/${lineage(routes, id)
    .map((one) => routes[one]!.path)
    .filter(Boolean)
    .toReversed()
    .join('/')}`
