/** `npm run licences`: everything we ship to production must have a permissive licence. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const permissive = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'Unlicense', 'CC0-1.0'],
  ...['BlueOak-1.0.0', 'OFL-1.1', 'PostgreSQL'],
])

/** libvips, which sharp loads as a library of its own that anyone who runs Posy may replace: LGPL asks no more. */
const replaceable = /^node_modules\/@img\/sharp-libvips-/

/** Said in the package's LICENSE file, and in its package.json not at all or in words of its own. */
const unnamed: Record<string, string> = { 'node_modules/png-js': 'MIT', 'node_modules/xml-escape': 'MIT' }

/** Reads an SPDX expression: any side of OR will do, all sides of AND must. */
export function isPermissive(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((name) => permissive.has(name.trim())))
}

/** Production dependencies that may not be shipped, with the licence each names. */
export function forbiddenLicences(root: string): string[] {
  const { packages } = readJson(join(root, 'package-lock.json'))
  return (
    Object.entries<{ dev?: boolean }>(packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path]) => ({ path, file: join(root, path, 'package.json') }))
      .filter(({ path }) => !replaceable.test(path))
      // Packages for other platforms are not installed here; each one's siblings are.
      .filter(({ file }) => existsSync(file))
      .flatMap(({ path, file }) => {
        const license = unnamed[path] ?? readJson(file).license
        return typeof license === 'string' && isPermissive(license) ? [] : [`${path}: ${license ?? 'names no licence'}`]
      })
  )
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = forbiddenLicences(join(import.meta.dirname, '..'))
  for (const message of found) console.error(message)
  console.log(found.length === 0 ? 'Production dependencies have permissive licences.' : 'These cannot be shipped.')
  process.exitCode = found.length === 0 ? 0 : 1
}
