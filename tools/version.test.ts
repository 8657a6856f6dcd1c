import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openApiDocument } from '#contract/reference/openapi.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version, engines } = JSON.parse(read('package.json'))
const lock = JSON.parse(read('package-lock.json'))

test('package.json, its lock, the newest release of the changelog and the API say one version', () => {
  const released = read('CHANGELOG.md').match(/^## (\d+\.\d+\.\d+)/m)?.[1]
  const { info } = openApiDocument(contract, '') as { info: { version: string } }
  const said = [lock.version, lock.packages[''].version, released, info.version]
  expect([...new Set(said)]).toEqual([version])
})

test('package.json, its lock and README.md ask for the Node that `npm start` asks for', () => {
  const [, major, minor] = read('tools/node-version.mjs').match(/major: (\d+), minor: (\d+)/)!
  expect(engines.node).toBe(`>=${major}.${minor}`)
  expect(lock.packages[''].engines).toEqual(engines)
  expect(read('README.md')).toContain(`Node ≥ ${major}.${minor} and npm`)
})
