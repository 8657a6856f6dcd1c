import { expect, test } from 'vitest'
import { personKey } from './person-key.ts'

test.each([
  ['07700 900123', '+44 7700 900123'],
  ['07700900123', '0044 (0)7700-900123'],
  ['(07700) 900123', '+44 (0) 7700 900 123'],
  ['+٤٤ ٧٧٠٠ ٩٠٠١٢٣', '\u202a07700 900123\u202c'],
  ['+353 85 123 4567', '00353851234567'],
  ['Ada@X.test', 'ada+gift@x.test'],
])('%s and %s are one person', (one, other) => expect(personKey(one)).toBe(personKey(other)))

test.each([
  ['07700 900123', '07700 900124'],
  ['+353 85 123 4567', '085 123 4567'],
  ['extension 07700 900123', '07700 900123'],
  ['1', '01'],
])('%s and %s are two', (one, other) => expect(personKey(one)).not.toBe(personKey(other)))

test('what is empty is no one', () => expect(personKey(' ')).toBe(''))
