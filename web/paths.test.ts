import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { paths, withQuery } from './paths.ts'
import { findRecipientRoute } from './recipient/routes.tsx'
import routes from './routes.ts'
import { findTillRoute } from './till/routes.tsx'

const root = join(import.meta.dirname, '..')
/** Answered by the server itself, from files. */
const FILES: string[] = [paths.icon, paths.boxPreview('peony'), paths.flatWhitePicture, paths.apiDescription]

const answers = (path: string) => {
  const pathname = path.split(/[?#]/)[0]!
  const isPage = matchRoutes(routes as RouteObject[], pathname) !== null
  const isPlain = findRecipientRoute(pathname) !== null || findTillRoute(pathname) !== null
  return isPage || isPlain || FILES.includes(path)
}

test('every address that the web app links to is one of its routes', () => {
  /** What an address needs that is no id. */
  const params: Record<string, string[]> = {
    draftStep: ['some-id', 'pay'],
    budgetStep: ['some-id', 'basics'],
    budgetTab: ['some-id', 'runs'],
    walletTab: ['some-id', 'statement'],
    teamTab: ['members'],
    boxPreview: ['peony'],
  }
  const made = Object.entries(paths as Record<string, unknown>).map(([name, path]) =>
    typeof path === 'function' ? String(path(...(params[name] ?? ['some-id', 'other-id']))) : String(path),
  )
  expect(made.filter((path) => !answers(path))).toEqual([])
})

/** Emails are written on the server, which may not import the web app: their links are read from the source. */
test('the web app answers every address that the server sends people', () => {
  const domains = join(root, 'server/domains')
  const sent = readdirSync(domains, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const links = readFileSync(join(domains, file), 'utf8').matchAll(/publicUrl\}(\/[^`'\s]*)`/g)
      return [...links].map(([, path = '']) => ({ file, path: path.replace(/\$\{[^}]*\}/g, 'some-id') }))
    })
    .filter(({ path }) => !/^\/(uploads|looks|previews|webhooks|v3)\//.test(path))
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter(({ path }) => !answers(path))).toEqual([])
})

test('withQuery writes a query so that it reads back as it was, and leaves out what is not there', () => {
  const address = withQuery(paths.browse, { q: 'tea & cake?', page: null })
  expect([...new URL(address, 'https://posy.test').searchParams]).toEqual([['q', 'tea & cake?']])
  expect(withQuery(paths.browse, { q: null })).toBe(paths.browse)
})
