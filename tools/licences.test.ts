import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forbiddenLicences, isPermissive } from './licences.ts'

test.each([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['(GPL-2.0-only OR MIT)', true],
  ['MIT AND LGPL-3.0-only', false],
  ['UNLICENSED', false],
])('the check of licences judges %s', (expression, allowed) => {
  expect(isPermissive(expression)).toBe(allowed)
})

test('the check of licences names shipped packages without a permissive licence, and no others', () => {
  const root = mkdtempSync(join(tmpdir(), 'licences-'))
  const packages = {
    '': { name: 'root' },
    'node_modules/good': manifest('MIT'),
    'node_modules/copyleft': manifest('AGPL-3.0-only'),
    'node_modules/silent': manifest(undefined),
    'node_modules/tool': { ...manifest('AGPL-3.0-only'), dev: true },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  for (const [path, content] of Object.entries(packages)) {
    mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, path, 'package.json'), JSON.stringify(content))
  }
  expect(forbiddenLicences(root)).toEqual([
    'node_modules/copyleft: AGPL-3.0-only',
    'node_modules/silent: names no licence',
  ])
  rmSync(root, { recursive: true })
})

function manifest(license: string | undefined) {
  return { license }
}
