import { expect, test } from 'vitest'
import { isRecipientPath, pathKind, withoutPersonalData, withoutPersonalDataIn } from './personal-data.ts'

test.each([
  ['duplicate key (email)=(ada@friends.test)', 'duplicate key (email)=([email])'],
  ['to=ada%40friends.test failed', 'to=[email] failed'],
  ['no text to +44 7700 900123', 'no text to [number]'],
  ['no text to +447700900123.', 'no text to [number].'],
  ['GET https://gifts.test/activity?q=ada#top failed', 'GET https://gifts.test/activity failed'],
  ['"href":"https://gifts.test/g/Ab12Cd34?via=email"', '"href":"https://gifts.test/g/{code}"'],
  [
    'gift 00000000-0000-4000-8000-000000000401 at 2026-11-24',
    'gift 00000000-0000-4000-8000-000000000401 at 2026-11-24',
  ],
  ['at send (/srv/posy/server/app/web.ts:101:15)', 'at send (/srv/posy/server/app/web.ts:101:15)'],
])('withoutPersonalData turns %s into %s', (text, left) => {
  expect(withoutPersonalData(text)).toBe(left)
})

test('personal data is removed from every text in a value, however deep, but not from ids', () => {
  expect(withoutPersonalDataIn({ span_id: '1234567890123456', at: '07700 900123' })).toEqual({
    span_id: '1234567890123456',
    at: '[number]',
  })
  expect(withoutPersonalDataIn({ a: ['ada@friends.test', 1, null], b: { c: 'fine' } })).toEqual({
    a: ['[email]', 1, null],
    b: { c: 'fine' },
  })
})

test('pathKind replaces ids and addresses in a path, and isRecipientPath knows the recipients’ pages', () => {
  expect(pathKind('/activity/gifts/00000000-0000-4000-8000-000000000401')).toBe('/activity/gifts/{id}')
  expect(pathKind('/api/v2/teams/12/wallets')).toBe('/api/v2/teams/{id}/wallets')
  expect(pathKind('/join/ada@friends.test')).toBe('/join/{id}')
  expect(['/g/abcdefgh', '/gift-not-received', '/find-gifts', '/activity'].map(isRecipientPath)).toEqual([
    true,
    true,
    true,
    false,
  ])
})
