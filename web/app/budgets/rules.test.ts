import { expect, test } from 'vitest'
import { ruleFacts } from './rules.ts'

test('ways to send stand in one line as one sentence', () => {
  const [ways] = ruleFacts(
    {
      ...{ deliveryMethods: ['email', 'links'], deliveryEmailDomains: [], maximumHugggExpiryDays: 30, currency: 'GBX' },
      ...{ giftingRestrictionsCategories: { allow: [], disallow: [] }, reasonCodes: [] },
      giftingRestrictionsPrice: { min: null, max: null },
    },
    {},
  )
  expect(ways).toEqual({ name: 'How gifts are sent', value: 'By email, as links' })
})
