import { expect, test } from 'vitest'
import { type Movement, movementActivities } from './movements.ts'

const wallet = { id: 'w', name: 'Main', currency: 'GBX' }
const purchase = { name: 'Flat white', to: '/purchases/p' }
const movement = (gift: number, kind: string, available: number, committed = -available, day = '03'): Movement => ({
  wallet,
  line: {
    ...{ id: `${kind} ${gift}`, at: `2026-03-${day}T09:00:00.000Z`, kind, description: `A ${kind}` },
    effect: { available, committed, locked: 0 },
    reference: { kind: 'huggg', id: String(gift) },
  },
})
const causes = Object.fromEntries(
  Array.from({ length: 12 }, (_, gift) => [gift, { name: `Flat white, ${gift}`, to: `/gifts/${gift}`, purchase }]),
)

test('eleven cancelled gifts of one purchase are one line of recent activity, with what came back in all', () => {
  const cancelled = Array.from({ length: 11 }, (_, gift) => movement(gift, 'cancellation', 390))
  const [line, other, ...more] = movementActivities(
    [...cancelled, movement(11, 'cancellation', 390, -390, '02')],
    causes,
  )
  expect(line).toMatchObject({
    ...{ title: 'Flat white', to: purchase.to, pence: 11 * 390 },
    detail: '11 gifts cancelled, money returned · Main',
  })
  expect(other).toMatchObject({ title: 'Flat white, 11', detail: 'A cancellation · Main', pence: 390 })
  expect(more).toEqual([])
})

test('what a till took of a gift is said by its sum, not as nothing', () => {
  const [line] = movementActivities([movement(0, 'redemption', 0, -340)], causes)
  expect(line).toMatchObject({ title: 'Flat white, 0', detail: '£3.40 used · Main', pence: null })
})

test('movements that are not alike stay lines of their own', () => {
  const lines = [movement(0, 'cancellation', 390), movement(1, 'expiry', 390), movement(2, 'redemption', 0, -360)]
  expect(movementActivities(lines, causes).map(({ title }) => title)).toEqual([
    'Flat white, 0',
    'Flat white, 1',
    'Flat white, 2',
  ])
  expect(movementActivities([movement(20, 'bank-top-up', 5000)], causes)[0]).toMatchObject({
    ...{ title: 'A bank-top-up', detail: 'Main', to: null, pence: 5000 },
  })
})

test('a purchase by card is one line of recent activity; a top-up by card of another moment or sum stays its own', () => {
  const bought = movement(0, 'purchase', -390)
  const paid = movement(0, 'card-top-up', 390)
  const other = movement(1, 'card-top-up', 390, -390, '02')
  const more = movement(2, 'card-top-up', 5000)
  const lines = movementActivities([bought, paid, more, other], causes)
  expect(lines.map(({ detail, pence }) => [detail, pence])).toEqual([
    ['A purchase · by card', -390],
    ['A card-top-up · Main', 5000],
    ['A card-top-up · Main', 390],
  ])
})
