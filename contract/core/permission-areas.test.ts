import { describe, expect, test } from 'vitest'
import { permissionAreas, roleProblems } from './permission-areas.ts'
import { permissions } from './permissions.ts'

describe('roles of a plan', () => {
  test('every permission stands in exactly one area', () => {
    expect(Object.values(permissionAreas).flat().toSorted()).toEqual(permissions.toSorted())
  })

  test('team admins keep what administers a team, and participants never get it', () => {
    expect(roleProblems('team-admin', permissions)).toEqual([])
    expect(roleProblems('team-admin', ['purchase-hugggs', 'view-teams'])).toEqual([
      { permission: 'team-admin', code: 'always_held' },
      { permission: 'manage-billing', code: 'always_held' },
    ])
    expect(roleProblems('participant', ['purchase-hugggs', 'team-admin', 'view-team-transactions'])).toEqual([
      { permission: 'team-admin', code: 'never_held' },
      { permission: 'view-team-transactions', code: 'never_held' },
    ])
    expect(roleProblems('automation-participant', ['manage-billing'])).toHaveLength(1)
    expect(roleProblems('team-viewer', [])).toEqual([])
  })
})
