import { expect, test } from 'vitest'
import { type Attention, inTeam, listAttention, splitAttention, undismissed } from './attention.ts'

const item = (more: Partial<Attention> = {}): Attention => ({
  ...{ key: 'wallet 1', tone: 'warning', title: 'Main is running low', text: '', action: null, level: 1 },
  ...more,
})
const at = '2026-03-03T09:00:00.000Z'
const shown = (one: Attention, level: number, now = at) =>
  undismissed([one], { [one.key]: { level, at } }, new Date(now)).length === 1

test('what was dismissed from home stays away until it gets worse', () => {
  expect(undismissed([item()], {}, new Date(at))).toHaveLength(1)
  expect(shown(item(), 1)).toBe(false)
  expect(shown(item({ level: 2 }), 1)).toBe(true)
  expect(shown(item(), 2)).toBe(false)
  expect(undismissed([item({ key: 'wallet 2' })], { 'wallet 1': { level: 9, at } }, new Date(at))).toHaveLength(1)
})

test('a wallet that runs low again is back on home two weeks after it was dismissed', () => {
  const wallet = item({ returnsAfterDays: 14 })
  expect(shown(wallet, 1, '2026-03-17T08:59:59.000Z')).toBe(false)
  expect(shown(wallet, 1, '2026-03-17T09:00:00.000Z')).toBe(true)
})

test('what has failed stands before what is only to be known', () => {
  const [info, lost] = [item({ key: 'over 1', tone: 'info' }), item({ key: 'undelivered', tone: 'danger' })]
  expect(listAttention([info, item(), lost]).map(({ key }) => key)).toEqual(['undelivered', 'over 1', 'wallet 1'])
})

test('what wants looking at names its budget to who has several, and none to who has one', () => {
  expect(inTeam('Treats', [item()])).toMatchObject([{ title: 'Main is running low: Treats', key: 'wallet 1' }])
  expect(inTeam(null, [item()])).toEqual([item()])
})

test('home keeps what has failed apart, so that nothing else stands above what there is to give', () => {
  const [lost, over] = [item({ key: 'lost', tone: 'danger' }), item({ key: 'over', tone: 'info' })]
  expect(splitAttention([over, lost])).toEqual({ failed: [lost], others: [over] })
})
