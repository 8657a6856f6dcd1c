import { expect, test } from 'vitest'
import type { Session } from '#web/session/session.ts'
import { undeliveredGifts } from './undelivered-gifts.server.ts'

const gift = (id: string, purchase: string) => ({
  huggg: { id, name_on_card: null, shortcode: null },
  receiver: { first_name: '', surname: '', email: `${id}@friends.test`, phone_number: null },
  transaction: { id: purchase, delivery_method: 'email', payment_method: 'walletCommitment', currency: 'GBX' },
  returns: 390,
  returnsTo: 'wallet',
})
const look = (hits: object[]) =>
  undeliveredGifts({
    can: () => true,
    api: {
      searchHugggs: () => Promise.resolve({ ok: true, value: { data: { hits, total: hits.length } } }),
    },
  } as unknown as Session)

test('home has a card for each of two purchases whose gifts did not arrive, with what was paid', async () => {
  const { attention: found } = await look([gift('a', 'one'), gift('b', 'one'), gift('c', 'two')])
  expect(found.map(({ key, title }) => [key, title])).toEqual([
    ['undelivered one', '2 gifts could not be delivered'],
    ['undelivered two', '1 gift could not be delivered'],
  ])
  expect(found[1]!.text).toBe(
    'To c@friends.test. You have paid £3.90 for it: correct the address, or cancel to get it back.',
  )
})

test('home has one card for the gifts of several purchases that did not arrive, which leads to their list', async () => {
  const { attention: found } = await look(['a', 'b', 'c', 'd'].map((id) => gift(id, `purchase ${id}`)))
  expect(found).toMatchObject([
    {
      title: '4 gifts could not be delivered',
      level: 4,
      text: expect.stringMatching(/^To a@friends\.test, b@friends\.test, c@friends\.test and 1 more, of 4 purchases\./),
      action: { to: '/activity/gifts?status=not-delivered' },
    },
  ])
})
