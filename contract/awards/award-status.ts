import { z } from 'zod'

/**
 * referred: waits for a second person · declined: they said no · issued, delivered, opened, rail-chosen: on its way to a code ·
 * code-generated, part-cashed, cashed: as its rail says · reissued: issued under a new link · expired, cancelled: what was left
 * went back to the grant
 */
const awardStatuses = [
  'referred',
  'approved',
  'declined',
  'issued',
  'delivered',
  'opened',
  'rail-chosen',
  'code-generated',
  'part-cashed',
  'cashed',
  'expired',
  'cancelled',
  'reissued',
] as const
export const AwardStatus = z.enum(awardStatuses)
