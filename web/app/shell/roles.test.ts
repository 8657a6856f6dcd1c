import { expect, test } from 'vitest'
import type { Permission } from '#contract/core/permissions.ts'
import { roleLabelsFor, rolesShown, rolesToGive } from './roles.ts'

const who =
  (...held: Permission[]) =>
  (wanted: Permission | readonly Permission[]) =>
    [wanted].flat().some((one) => held.includes(one))

test('roles of a team that helps people in need read case worker, grant manager and auditor, and its managers give them', () => {
  const manager = who('team-admin', 'view-awards', 'approve-awards', 'manage-grants')
  expect(rolesShown(manager).map(({ name }) => name)).toEqual(['Case worker', 'Grant manager and approver', 'Auditor'])
  expect(rolesToGive({ parentTeamId: null }, manager)).toEqual(['team-viewer', 'subteam-admin', 'team-admin'])
  for (const reader of [who('make-awards'), who('view-awards')])
    expect(roleLabelsFor(reader)['subteam-admin'].name).toBe('Case worker')
})

test('roles of a team that buys gifts keep their names, with awards beside them too', () => {
  const admin = who('team-admin', 'purchase-hugggs', 'view-awards', 'make-awards', 'manage-grants')
  expect(roleLabelsFor(admin)['subteam-admin'].name).toBe('Subteam admin')
  expect(rolesToGive({ parentTeamId: null }, admin)).toEqual(['participant', 'team-viewer', 'team-admin'])
})
