import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { permissions, reservedPermissions } from '#contract/core/permissions.ts'

const root = join(import.meta.dirname, '../..')
/** Where flags are named without being asked for. */
const NAMES_ONLY = [
  'contract/core/permissions.ts',
  'server/domains/teams/rights/role.ts',
  'server/domains/teams/plans/default-plan.ts',
]

const sources = ['contract', 'server', 'web']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/testing\//.test(name) && !NAMES_ONLY.includes(name))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

test('every permission flag is required somewhere, or reserved with a reason', () => {
  const asked = permissions.filter((flag) => sources.includes(`'${flag}'`))
  const idle = permissions.filter((flag) => !asked.includes(flag))
  const reserved = Object.keys(reservedPermissions)
  expect(idle.filter((flag) => !reserved.includes(flag))).toEqual([])
  // What has come into use is no longer reserved. `user` is a word of many meanings.
  expect(asked.filter((flag) => flag !== 'user' && reserved.includes(flag))).toEqual([])
})
