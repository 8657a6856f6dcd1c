import { seesAwards } from '#contract/awards/sees-awards.ts'
import { allows, type PermissionMap } from '#contract/core/permissions.ts'
import { paths } from '#web/paths.ts'

export interface MenuUse {
  hasGrants: boolean
  hasBought: boolean
}

/**
 * What the menu leaves out of what a reader may see: support for people in need where they buy gifts and the team has no
 * grant yet, and the gifts where they only help people and none was bought. The palette finds both.
 */
export function leftOutOfMenu(permissions: PermissionMap, { hasGrants, hasBought }: MenuUse): string[] {
  if (!allows(permissions, seesAwards)) return []
  if (allows(permissions, 'purchase-hugggs')) return hasGrants ? [] : [paths.awards]
  return hasBought ? [] : [paths.browse]
}
