import { z } from 'zod'

/** Who lives together where help goes; the first that fits. */
export const householdTypes = ['family', 'single-parent', 'pensioners', 'couple', 'single-adult', 'other'] as const
export const HouseholdType = z.enum(householdTypes)
export type HouseholdType = z.infer<typeof HouseholdType>

/** As case workers and reports read it. */
export const householdLabels: Record<HouseholdType, string> = {
  family: 'Family with children',
  'single-parent': 'Single parent',
  pensioners: 'Pensioner household',
  couple: 'Couple without children',
  'single-adult': 'Single adult',
  other: 'Another household',
}
