import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test('addresses are read by line, comma and semicolon, with or without names; what is none is kept to be told', () => {
  expect(addressesIn(' a@x.test, b@x.test;\n\n"Byron, Ada" <ada@x.test>\nnot one ')).toEqual([
    'a@x.test',
    'b@x.test',
    'ada@x.test',
    'not one',
  ])
  expect(addressesIn(' \n, ;')).toEqual([])
})
