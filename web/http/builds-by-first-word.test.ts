import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { type BuiltRoute, testServerBuild } from '#web/testing/pages.ts'
import { buildsByFirstWord, firstWord } from './builds-by-first-word.ts'

const flat = (entries: readonly RouteConfigEntry[], parentId?: string): BuiltRoute[] =>
  entries.flatMap(({ file, path, index, children = [] }) => [
    { id: file, parentId, path, index, module: {} as BuiltRoute['module'] },
    ...flat(children, file),
  ])
const build = testServerBuild([
  { id: 'root', path: '', module: {} as BuiltRoute['module'] },
  ...flat(routes as RouteConfigEntry[], 'root'),
])

const narrow = buildsByFirstWord(build)
const narrowFor = (address: string) => narrow.get(firstWord(address))

const routeTree = ({ routes: all }: Pick<ServerBuild, 'routes'>, parentId?: string): RouteObject[] =>
  Object.values(all)
    .filter((route) => route!.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route!
      return index ? { id, index } : { id, path, children: routeTree({ routes: all }, id) }
    }) as RouteObject[]
const matchedIn = (of: ServerBuild) => {
  const tree = routeTree(of)
  return (address: string) => matchRoutes(tree, address)?.map(({ route }) => route.id)
}

/** Every address of ours, with something in place of what it leaves open. */
const addresses = Object.keys(build.routes).map((id) => {
  const path: string[] = []
  for (let one = build.routes[id]; one; one = build.routes[one.parentId ?? '']) path.unshift(one.path ?? '')
  return `/${path.filter(Boolean).join('/')}`.replaceAll(/:\w+/g, 'x')
})

test('an address leads to the same screens in the reduced build, and so does every address above it', () => {
  expect(addresses.length).toBeGreaterThan(80)
  const inWhole = matchedIn(build)
  for (const [left, led] of Map.groupBy(addresses, narrowFor)) {
    if (!left) {
      expect([...new Set(led)]).toEqual(['/'])
      continue
    }
    const inReduced = matchedIn(left)
    // Addresses share what is above them: each is looked up once.
    const above = led.flatMap((address) =>
      address.split('/').map((_, depth, words) => words.slice(0, depth).join('/') || '/'),
    )
    for (const one of new Set([...led, ...above])) expect([one, inReduced(one)]).toEqual([one, inWhole(one)])
    expect(Object.keys(left.assets.routes)).toEqual(Object.keys(left.routes))
  }
})

test('most of the build is left out for one first word of an address', () => {
  const left = narrowFor('/wallets/abc')!
  expect(Object.keys(left.routes).length).toBeLessThan(Object.keys(build.routes).length / 8)
})

test('a data request of the router is narrowed as its page is', () => {
  expect(narrowFor('/browse')).toBeDefined()
  expect(narrowFor('/browse.data')).toBe(narrowFor('/browse'))
})

test.each(['/', '/nowhere', '//browse', '/Browse', '/_root.data', '/__manifest', '/%62rowse'])(
  '%s is left to the whole build',
  (address) => expect(narrowFor(address)).toBeUndefined(),
)
