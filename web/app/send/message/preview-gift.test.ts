import { expect, test } from 'vitest'
import type { Gift } from '#contract/hugggs/recipient.ts'
import type { SuperhugggOrder } from '#contract/orders/orders.ts'
import { previewShared } from './preview-gift.ts'

test('one link for many is previewed where people claim, with its picture, its words and who may claim', () => {
  const gift = {
    ...{ shortcode: 'preview', fromName: 'Alice', message: 'Well done', coverImageUrl: '/uploads/a.png', theme: {} },
    product: { name: 'Flat white', brandName: 'Daisy', stores: [] },
  } as unknown as Gift
  const order = { claimMethod: 'sms', claimRestrictions: { numberPrefixes: ['+44'] }, perPerson: 2 }
  expect(previewShared(order as unknown as SuperhugggOrder, gift)).toMatchObject({
    ...{ state: 'open', claimMethod: 'sms', allowed: ['+44'], perPerson: 2 },
    ...{ fromName: 'Alice', message: 'Well done', coverImageUrl: '/uploads/a.png' },
    product: { name: 'Flat white', brandName: 'Daisy' },
  })
})
