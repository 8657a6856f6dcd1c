import { expect, test } from 'vitest'
import { type ErrorCode, errorCatalogue } from '#contract/core/errors.ts'
import { type AddressReason, Reason } from '#contract/core/reasons.ts'
import { refusalFor, sentenceFor, sentenceForAddress } from './messages.ts'

const amounts = {
  quotedPence: 1200,
  costsPence: 1250,
  availablePence: 1000,
  limitPence: 500,
  committedPence: 300,
  lockedPence: 0,
  period: 'month',
  withinDays: 14,
  at: '2026-11-26T14:03:00Z',
  location: 'York',
  isHere: true,
  isOwnTeam: false,
  ...{ way: 'pin', wayName: 'Pin4Cash', leastPence: 1000, mostPence: 10_000, stepPence: 1000 },
  row: 1,
  channel: 'sms',
  cause: 'bounce',
  why: 'other_currency',
  currency: 'EUX',
}

test.each(Reason.options.map(({ shape }) => shape.code.value))(
  'the web app has a sentence for %s, in its currency',
  (code) => {
    const reason = Reason.parse({ code, ...amounts })
    const sentence = sentenceForAddress('ada@x.test', { reason, message: 'the words for programmers' })
    expect(sentence).not.toBe('The words for programmers')
    expect(sentence).not.toMatch(/£|undefined|NaN/)
    if ('currency' in reason) expect(sentence).toContain('€')
  },
)

test('the web app says what the API said where a refusal has no reason, or one that is newer than this page', () => {
  expect(sentenceFor({ message: 'choose a product' })).toBe('Choose a product')
  const newer = { code: 'from_tomorrow' } as unknown as Reason
  expect(sentenceFor({ reason: newer, message: 'choose a product' })).toBe('Choose a product')
})

const besideAddresses: [string, AddressReason, string][] = [
  ['020 7946 0958', { code: 'phone_landline' }, '“020 7946 0958” is a landline: texts go to mobile numbers only'],
  ['12 AB', { code: 'phone_malformed' }, '“12 AB” is not a phone number'],
  ['+1 202 555 0123', { code: 'phone_abroad' }, 'Your role does not send to numbers abroad'],
  [
    '07700 900400',
    { code: 'address_blocked', channel: 'sms', cause: 'opted-out' },
    '“07700 900400” has stopped texts: this one will not be sent',
  ],
  ['a@b.test', { code: 'same_as_row', row: 0, channel: 'email' }, 'The same address as in row 1'],
]

test.each(besideAddresses)('the web app says of “%s” what is wrong with it', (address, reason, sentence) => {
  const message = 'the words for programmers'
  expect(sentenceForAddress(address, { reason, message })).toBe(sentence)
  expect(sentenceFor({ reason, message })).toBe('The words for programmers')
})

/** No page is refused so: pages send no JSON and no key, and ask for a code themselves. */
const ofPrograms: readonly ErrorCode[] = [
  'malformed_json',
  'unsupported_media_type',
  'invalid_client',
  'api_key_expired',
  'second_factor_needed',
]
const shown = (Object.keys(errorCatalogue) as ErrorCode[]).filter(
  (code) => !ofPrograms.includes(code) && errorCatalogue[code].status < 500 && errorCatalogue[code].status !== 422,
)

test.each(shown)('what a form says of the refusal %s is for people, not for programs', (code) => {
  const { help } = errorCatalogue[code]
  const said = refusalFor({ code, message: 'This Idempotency-Key came with a different request before.', help })
  expect(said.help).not.toMatch(
    /Idempotency|Retry-After|Content-Type|JSON|openapi|details|\b(body|id|ids|grant|token|Allow|API)\b/,
  )
  if (/key|not_found|large/.test(code)) expect(said.message).not.toMatch(/Idempotency-Key/)
})

test('what a place says of its own refusal is kept, whatever the catalogue says of the code', () => {
  const help = 'Choose a smaller plan.'
  expect(refusalFor({ code: 'too_many_requests', message: 'Not now.', help })).toEqual({ message: 'Not now.', help })
})

test('an address in other letters is said to be one that cannot be sent to yet, and not to be none', () => {
  const reason = { code: 'email_malformed' } as const
  const said = (address: string) => sentenceForAddress(address, { reason, message: '' })
  expect(said('zoë@x.test')).toContain('give an address in a to z')
  expect(said('иван@почта.рф')).toContain('has letters that emails from us cannot be sent to yet')
  for (const address of ['not one', 'ada@', 'иван', 'ada@x..test', '“ada@x.test”'])
    expect(said(address), address).toContain('is not an email address')
})
