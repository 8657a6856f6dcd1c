import { expect, test } from 'vitest'
import type { PermissionMap } from '#contract/core/permissions.ts'
import { paths } from '#web/paths.ts'
import { leftOutOfMenu } from './menu-use.ts'

const unused = { hasGrants: false, hasBought: false }

test('a menu has support for who buys gifts once their team has a grant, and the gifts for who only helps once some were bought', () => {
  const sender = { 'purchase-hugggs': true, 'manage-grants': true } as PermissionMap
  const helper = { 'view-awards': true } as PermissionMap
  expect(leftOutOfMenu(sender, unused)).toEqual([paths.awards])
  expect(leftOutOfMenu(sender, { ...unused, hasGrants: true })).toEqual([])
  expect(leftOutOfMenu(helper, { ...unused, hasGrants: true })).toEqual([paths.browse])
  expect(leftOutOfMenu(helper, { hasGrants: true, hasBought: true })).toEqual([])
  expect(leftOutOfMenu({ 'purchase-hugggs': true } as PermissionMap, unused)).toEqual([])
  expect(leftOutOfMenu({} as PermissionMap, unused)).toEqual([])
})
