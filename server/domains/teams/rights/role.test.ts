import { expect, test } from 'vitest'
import { permissionAreas } from '#contract/core/permission-areas.ts'
import { type Permission, permissions, roleGroups } from '#contract/core/permissions.ts'
import {
  allFlags,
  covers,
  defaultMatrix,
  defaultRoleIds,
  defaultRoles,
  isForSubteams,
  isOwnOnly,
  permissionMap,
} from './role.ts'

const flags = (text: string) => text.split(/[\s,]+/).filter(Boolean)
const viewer = `view-team-transactions, view-teams, view-automated-budget, view-huggg-status, view-huggg-expiry, view-segments,
  view-statistics, user, contact-for-upgrade, contact-for-assistance`

/** The product's decision, word for word. */
const decided = {
  'team-viewer': flags(viewer),
  'subteam-admin':
    flags(`subteam-admin, manage-subteam-information, ${viewer}, add-participants, create-wallet-commitment,
    top-up-wallet, debit-wallet, manage-cards, purchase-hugggs, use-superhuggg, use-theme, use-giftwrap, use-branding,
    cancel-hugggs, edit-huggg-status, edit-huggg-expiry, send-sms, send-email, send-international-gifts,
    manage-reason-codes, update-transaction-details, wallet`),
  participant: flags(`create-wallet-commitment, debit-wallet, purchase-hugggs, use-superhuggg, cancel-hugggs,
    view-huggg-status, view-huggg-expiry, send-email, send-sms, use-theme, use-giftwrap, view-segments, user, wallet`),
  'automation-participant': flags(`create-wallet-commitment, debit-wallet, purchase-hugggs, cancel-hugggs,
    view-huggg-status, view-huggg-expiry, send-email, use-theme, use-giftwrap, view-segments, user, wallet`),
  'team-admin': permissions.filter(
    (permission) =>
      permission !== 'refund-huggg-expirations' && !permissionAreas.awards.some((flag) => flag === permission),
  ),
}

test.each(roleGroups)('the role table gives %s by default exactly what was decided', (roleGroup) => {
  expect([...defaultMatrix[roleGroup]].sort()).toEqual([...decided[roleGroup]].sort())
  expect(defaultRoles.find((role) => role.name === roleGroup)?.id).toBe(defaultRoleIds[roleGroup])
})

test('the role table grants refunds of expired gifts by a role of its own only', () => {
  for (const roleGroup of roleGroups) expect(defaultMatrix[roleGroup]).not.toContain('refund-huggg-expirations')
  expect(defaultRoles.find((role) => role.name === 'expiry-refunds')?.permissions).toEqual(['refund-huggg-expirations'])
})

test('the role table grants awards by a role of their own only, which plans for support have', () => {
  for (const flag of permissionAreas.awards)
    for (const roleGroup of roleGroups) expect(defaultMatrix[roleGroup]).not.toContain(flag)
  expect(defaultRoles.find((role) => role.name === 'awards')?.permissions).toEqual(permissionAreas.awards)
})

test('the role table gives an automation participant superhugggs and text messages where the budget sends so', () => {
  const granted = defaultMatrix['automation-participant']
  const held = (methods: string[] | null) => Object.keys(permissionMap('automation-participant', granted, methods))
  expect(held(null)).not.toContain('send-sms')
  expect(held(['email'])).not.toContain('use-superhuggg')
  expect(held(['email', 'sms'])).toContain('send-sms')
  expect(held(['superhuggg'])).toContain('use-superhuggg')
  expect(held(['superhuggg'])).not.toContain('send-sms')
  expect(Object.keys(permissionMap('team-viewer', [], ['sms']))).toEqual([])
})

test('the role table knows no permission that the specification does not name', () => {
  expect(permissionMap('team-admin', ['user', 'launch-missiles'], null)).toEqual({ user: true })
})

test('allFlags sends every flag with its answer', () => {
  const sent = allFlags({ user: true })
  expect(Object.keys(sent)).toHaveLength(permissions.length)
  expect(sent.user).toBe(true)
  expect(permissions.filter((permission: Permission) => sent[permission])).toEqual(['user'])
})

test('the role table narrows participants to what they bought themselves', () => {
  expect(roleGroups.filter(isOwnOnly)).toEqual(['participant', 'automation-participant'])
})

test('the role table lets who runs a team and approves awards appoint those who make them, in the team itself, and give no other right they lack', () => {
  const manager = { 'team-admin': true, 'view-awards': true, 'approve-awards': true } as const
  expect(covers(manager, { 'view-awards': true, 'make-awards': true })).toBe(true)
  expect(covers({ ...manager, 'approve-awards': false }, { 'make-awards': true })).toBe(false)
  expect(covers(manager, { 'make-awards': true, 'debit-wallet': true })).toBe(false)
  expect(isForSubteams('subteam-admin', { 'make-awards': true })).toBe(false)
  for (const leads of [undefined, {}, { 'subteam-admin': true }, { 'subteam-admin': true, 'make-awards': true }])
    expect(isForSubteams('subteam-admin', leads)).toBe(true)
})
