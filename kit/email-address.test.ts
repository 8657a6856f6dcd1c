import { describe, expect, test } from 'vitest'
import { EMAIL_PATTERN, personAddress, plainEmailAddress } from './email-address.ts'

const read = (typed: string): string | null => {
  const address = plainEmailAddress(typed)
  return EMAIL_PATTERN.test(address) ? address : null
}

describe('an email address', () => {
  test.each([
    ['r&d@acme.test', 'r&d@acme.test'],
    ['a!b@acme.test', 'a!b@acme.test'],
    ['user%host@acme.test', 'user%host@acme.test'],
    ['x/y=z@acme.test', 'x/y=z@acme.test'],
    ["O'Brien+tag@Acme.Test", "o'brien+tag@acme.test"],
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['info@MU\u0308LLER.example', 'info@xn--mller-kva.example'],
    ['user@xn--e1afmkfd.xn--p1ai', 'user@xn--e1afmkfd.xn--p1ai'],
    ['user@пример.рф', 'user@xn--e1afmkfd.xn--p1ai'],
    ['ａｄａ＠ａｃｍｅ．ｔｅｓｔ', 'ada@acme.test'],
    ['ada@acme。test', 'ada@acme.test'],
    ['\u202a ada@acme.test\u202c', 'ada@acme.test'],
    ['a\u00add\u200ba@acme.test\ufeff', 'ada@acme.test'],
  ])('%s is kept as %s', (typed, kept) => expect(read(typed)).toBe(kept))

  test.each([
    'м@пример.рф',
    'ada',
    'ada@acme',
    '.ada@acme.test',
    'ada.@acme.test',
    'a..da@acme.test',
    'ada@-acme.test',
    'ada@acme..test',
    'ada@1.2.3.4',
    'ada@[1.2.3.4]',
    '"a b"@acme.test',
    'ada@acme.test, bo@acme.test',
    'ada@evil.test/acme.test',
    'ada@müller.example/x',
    `${'a'.repeat(65)}@acme.test`,
  ])('%s is none', (typed) => expect(read(typed)).toBeNull())
})

describe('a person', () => {
  test.each([
    ['Ada+2@friends.test', 'ada@friends.test'],
    ['gree.dy@gmail.com', 'greedy@gmail.com'],
    ['G.r.eedy+x@GoogleMail.com', 'greedy@gmail.com'],
  ])('with the address %s is the one with %s', (one, other) => expect(personAddress(one)).toBe(personAddress(other)))

  test.each([
    ['ada@friends.test', 'ada@other.test'],
    ['a.da@friends.test', 'ada@friends.test'],
    ['+one@friends.test', '+two@friends.test'],
    ['+447700900123', '+447700900124'],
  ])('with the address %s is another than with %s', (one, other) =>
    expect(personAddress(one)).not.toBe(personAddress(other)),
  )
})
