import type { Contract } from '#contract/index.ts'
import { awardSamples } from './award-samples.ts'
import { budgetSamples } from './budget-samples.ts'
import { connectionSamples } from './connection-samples.ts'
import type { Sample } from './contract-walk.ts'
import { giftSamples } from './gift-samples.ts'
import { moneySamples } from './money-samples.ts'
import { originalSamples } from './original-samples.ts'
import { peopleSamples } from './people-samples.ts'
import type { TenantRecords } from './tenant-records.ts'

export { THANK_YOU_CARD } from './gift-samples.ts'
export type { TenantRecords } from './tenant-records.ts'

/** A valid request for every endpoint, in terms of one team's records. A new endpoint does not compile without one. */
export const samples = (own: TenantRecords): Record<keyof Contract, Sample> => ({
  ...peopleSamples(own),
  ...giftSamples(own),
  ...moneySamples(own),
  ...budgetSamples(own),
  ...connectionSamples(own),
  ...awardSamples(own),
  ...originalSamples(own),
})
