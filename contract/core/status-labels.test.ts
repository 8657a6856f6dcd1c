import { expect, test } from 'vitest'
import { giftStateGroups, giftStates } from './status-labels.ts'

test('every state of a gift stands in one of the groups that people filter by, once', () => {
  expect(giftStateGroups.flatMap(({ states }) => [...states]).toSorted()).toEqual([...giftStates].toSorted())
})
