import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violationsIn, webViolations } from './web-rules.ts'

test('the web check finds nothing in the web app as it is', () => {
  expect(webViolations(join(import.meta.dirname, '..'))).toEqual([])
})

test.each([
  ['a link', `export const link = <a href="/wallets">Wallets</a>`, /a\.tsx:1 types the address \/wallets/],
  ['an address with an id', `export const to = (id: string) => \`/wallets/\${id}\``, /types the address \/wallets\//],
  [
    'an address put behind another',
    `export const to = (here: string) => \`\${here}/papers\``,
    /types the address \/papers/,
  ],
  ['a query put behind an address', `export const to = '/browse?q=tea'`, /types the address \/browse/],
  ['a style attribute', `export const wide = <p style={{ width: '9rem' }} />`, /a\.tsx:1 writes a style attribute/],
  ['an import that climbs three folders', `import { x } from '../../../ui/kit/x.ts'\nx()`, /climbs to/],
])('the web check finds %s', (_, source, message) => {
  expect(violationsIn('web/app/a.tsx', source)).toEqual([expect.stringMatching(message)])
})

test('the web check lets words, other slashes and imports pass', () => {
  const source = [
    `import { x } from '../../ui/kit/x.ts'`,
    `import '#web/ui/base.css'`,
    `export const date = (d: string, m: string) => \`\${d}/\${m}\``,
    `export const end = x.endsWith('/')`,
    `export const either = 'and/or'`,
  ].join('\n')
  expect(violationsIn('web/app/a.tsx', source)).toEqual([])
})
