import { describe, expect, test } from 'vitest'
import { claimState, isAllowed, keptRestrictions } from './superhuggg.ts'

const at = new Date('2026-03-02T10:00:00Z')
const facts = {
  paused_at: null,
  ended_at: null,
  limit: 3,
  made: 3,
  claimed: 1,
  has_free: true,
  expiry_date: new Date('2026-04-01T22:59:59.999Z'),
}

describe('the state of a shareable gift', () => {
  test.each([
    ['open', {}],
    ['paused', { paused_at: at }],
    ['claimed', { claimed: 3, has_free: false }],
    ['claimed', { claimed: 3, has_free: false, paused_at: at }],
    ['preparing', { made: 0, claimed: 0, has_free: false }],
    ['expired', { has_free: false, expiry_date: new Date('2026-03-01T23:59:59.999Z') }],
    ['ended', { has_free: false }],
    ['ended', { ended_at: at, claimed: 3 }],
  ])('is %s', (state, changes) => {
    expect(claimState({ ...facts, ...changes }, at)).toBe(state)
  })
})

describe('who may claim', () => {
  const only = (emailEndings: string[]) => ({ claim_method: 'email' as const, ...keptRestrictions({ emailEndings }) })
  test('everyone, unless endings are named', () => {
    expect(isAllowed(only([]), 'ada@friends.test')).toBe(true)
  })
  test('an address with one of the endings, however it is written', () => {
    expect(isAllowed(only(['@Acme.test']), 'ADA@ACME.TEST')).toBe(true)
    expect(isAllowed(only(['.ac.uk']), 'ada@leeds.ac.uk')).toBe(true)
  })
  test('not one whose domain merely ends in the same letters', () => {
    expect(isAllowed(only(['acme.test']), 'ada@evil-acme.test')).toBe(false)
    expect(isAllowed(only(['acme.test']), 'ada@acme.test')).toBe(true)
    expect(isAllowed(only(['@acme.test']), 'ada@acme.test.evil.test')).toBe(false)
  })
  test('a number with one of the prefixes', () => {
    const british = { claim_method: 'sms' as const, ...keptRestrictions({ numberPrefixes: ['+44'] }) }
    expect(isAllowed(british, '+447700900123')).toBe(true)
    expect(isAllowed(british, '+4915112345678')).toBe(false)
  })
})
