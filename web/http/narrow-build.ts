import type { ServerBuild } from 'react-router'

/**
 * The build with no more routes than an address can lead to, told by its first word: for each page the router looks
 * through all it has, and makes its table of them anew.
 * @returns null where no route begins with that word: whatever the address leads to, the whole build knows
 */
export function narrowBuild(build: ServerBuild, pathname: string): ServerBuild | null {
  const word = firstWord(pathname)
  const ids = Object.keys(build.routes)
  const words = new Map(ids.map((id) => [id, firstWord(fullPath(build.routes, id))]))
  if (!word || !ids.some((id) => words.get(id) === word)) return null
  // Of no word are the start page, which every page's map tells of, and layouts; a pattern may stand for any word.
  const isForAny = (id: string) => (words.get(id) ? /[:*?]/.test(words.get(id)!) : build.routes[id]!.index)
  const reached = ids.filter((id) => words.get(id) === word || isForAny(id))
  const kept = new Set(reached.flatMap((id) => lineage(build.routes, id)))
  const only = <R>(routes: Record<string, R>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)))
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
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
