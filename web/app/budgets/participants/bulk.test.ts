import { expect, test } from 'vitest'
import { removalSentences } from './bulk.ts'

test('what removing people from a budget does is said by what they have: no money, gifts or mail of who never joined', () => {
  const removal = { isInvited: true, joined: 1, unspent: '£5.00' }
  expect(removalSentences(removal)).toBe(
    '£5.00 that they have not spent goes back to the wallet. Gifts that they sent still work; money returned from those goes to the wallet too. An invite they have not accepted stops working. Everyone who had accepted is told by email. This cannot be undone.',
  )
  expect(removalSentences({ ...removal, unspent: '' })).toMatch(/^Gifts that they sent .* goes to the wallet\. An/)
  expect(removalSentences({ ...removal, joined: 0, unspent: '' })).toBe(
    'Their invite stops working, and no money has moved. They can be added again.',
  )
  expect(removalSentences({ ...removal, isInvited: false })).toContain('have not been invited yet')
})
