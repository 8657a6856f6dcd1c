import { expect, test } from 'vitest'
import type { HugggOrder } from '#contract/orders/orders.ts'
import { draftFacts, isFor } from './facts.ts'

const order = {
  type: 'bulkHugggs',
  deliveryMethod: 'email',
  receivers: [{ email: 'ada@friends.test', name: 'Ada' }],
  coverImage: 'http://posy.test/uploads/0190a0c4-7c2e-4a51-9d62-0d6f5a9f0001.png',
  message: 'Well done',
} as unknown as HugggOrder
const segment = (name: string, isKept: boolean) => ({ id: name, name, count: 3, isKept, words: '', picture: null })
const known = {
  senderName: 'Alice',
  zone: 'Europe/London',
  lastsDays: 90,
  remindsRecipients: true,
  giftwrap: 'Fern',
  design: null,
}
const choose = (...kept: boolean[]) => ({
  description: '',
  segments: ['Coffee', 'Books', 'Films'].map((name, index) => segment(name, kept[index]!)),
})
const fact = (name: string, choice: ReturnType<typeof choose> | null = null) =>
  draftFacts(order, { ...known, choice }).find((each) => each.name === name)

test('a sender whose own address is among the recipients is found, in whatever case it is typed', () => {
  expect(isFor(order, 'ADA@friends.test')).toBe(true)
  expect(isFor(order, 'alice@acme.test')).toBe(false)
  expect(isFor(order, undefined)).toBe(false)
})

test('what is about to be paid shows the picture above the message', () => {
  expect(fact('Picture')).toMatchObject({
    picture: '/uploads/0190a0c4-7c2e-4a51-9d62-0d6f5a9f0001.png',
    step: 'message',
  })
})

test('what is about to be paid says which kinds of a choice are kept, and how many are left out', () => {
  expect(fact('Choose from', choose(true, false, true))!.value).toBe('Coffee and Films. 1 kind left out.')
  expect(fact('Choose from', choose(true, true, true))!.value).toBe('All kinds: Coffee, Books and Films')
  expect(fact('Choose from')).toBeUndefined()
})

test('what is about to be paid names up to three people and counts the others, and says what the purchase is filed under', () => {
  const to = (...names: string[]) => {
    const receivers = names.map((name) => ({ email: `${name}@friends.test`, name }))
    const filed = {
      name: 'Launch',
      tags: ['launch', 'spring'],
      reasonCode: 'New client',
      purchaseOrderNumber: 'PO-778',
    }
    return draftFacts({ ...order, receivers, ...filed } as unknown as HugggOrder, {
      ...known,
      ...{ choice: null, design: 'Garden card' },
    })
  }
  const value = (facts: ReturnType<typeof to>, name: string) => facts.find((each) => each.name === name)?.value
  expect(value(to('Ada'), 'For')).toBe('Ada')
  expect(value(to('Ada', 'Ben', 'Cy'), 'For')).toBe('Ada, Ben and Cy')
  expect(value(to('Ada', 'Ben', 'Cy', 'Di', 'Ed'), 'For')).toBe('Ada, Ben, Cy and 2 others')
  expect(value(to('Ada'), 'Name of this purchase')).toBe('Launch')
  expect(value(to('Ada'), 'Tags')).toBe('launch, spring')
  expect(value(to('Ada'), 'Reason')).toBe('New client')
  expect(value(to('Ada'), 'Purchase order number')).toBe('PO-778')
  expect(value(to('Ada'), 'Giftwrap')).toBe('Fern')
  expect(value(to('Ada'), 'Card')).toBe('Garden card')
  expect(fact('Tags')).toBeUndefined()
})
