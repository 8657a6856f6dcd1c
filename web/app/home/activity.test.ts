import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { listActivity } from './activity.ts'

const line = (id: string) => ({
  ...{ key: id, at: '2026-03-02T10:00:00Z', to: paths.purchase(id) },
  ...{ title: 'Flat white', detail: `1 gift for ${id}`, pence: -390, currency: 'GBX' },
})

test('recent activity marks the purchase whose gifts did not arrive, with how many', () => {
  const listed = listActivity(
    ['lost', 'fine', 'several'].map(line),
    new Map([
      ['lost', 1],
      ['several', 2],
    ]),
  )
  expect(listed.map(({ failure }) => failure)).toEqual(['Not delivered', null, '2 not delivered'])
})
