import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

test.each(['/wallets', '/browse?q=tea&max=20', '/team#members', '/g/%2Fx'])(
  'safePath follows %s, a path of ours',
  (path) => expect(safePath(path)).toBe(path),
)

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '',
  null,
  undefined,
])('safePath does not follow %j', (elsewhere) => expect(safePath(elsewhere)).toBe('/home'))
