import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targetPath } from './request-target.ts'

test('a request target is a path of ours or is refused', () => {
  expect(targetPath('/')).toBe('/')
  expect(targetPath('/g/abc?x=//y')).toBe('/g/abc')
  expect(targetPath('/a/../b')).toBe('/b')
  expect(targetPath('/products/caf%C3%A9')).toBe('/products/caf%C3%A9')
  expect(targetPath('http://posy.test/v3/features')).toBe('/v3/features')
  for (const odd of [
    undefined,
    '',
    '*',
    '//',
    '///',
    '/\\',
    '//:',
    '//x/y',
    'http://[',
    'http:',
    'https://',
    'http://x//y',
    'ftp://x/',
    'posy.test:443',
    '/.//x',
    '/g/CODE%',
    '/a/%E0%A4%A',
  ])
    expect(targetPath(odd), String(odd)).toBeNull()
})

test('a missing request target throws', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '/', '//', 'http://'),
      (text, start) => {
        const path = targetPath(start + text)
        return path === null || path.startsWith('/')
      },
    ),
  )
})
