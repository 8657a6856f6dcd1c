import { expect, test } from 'vitest'
import { readDsn, tunnelQuery } from './dsn.ts'
import { envelopeRefusal } from './envelope.ts'

const saas = 'https://abc123@o42.ingest.de.sentry.io/7'
const own = 'https://abc123@errors.acme.test/sentry/7'

test('a Sentry project is named by organisation, project and region, as far as its address says so', () => {
  expect(String(tunnelQuery(readDsn(saas)))).toBe('o=42&p=7&r=de')
  expect(String(tunnelQuery(readDsn('https://abc123@o42.ingest.sentry.io/7')))).toBe('o=42&p=7')
  expect(String(tunnelQuery(readDsn(own)))).toBe('p=7')
  expect(readDsn(own).envelopeUrl).toBe(
    'https://errors.acme.test/sentry/api/7/envelope/?sentry_key=abc123&sentry_version=7',
  )
})

const refusal = (query: string, header: string | object, dsn = saas) => {
  const text = `${typeof header === 'string' ? header : JSON.stringify(header)}\n{"type":"event"}\n{}\n`
  return envelopeRefusal(readDsn(dsn), new URLSearchParams(query), Buffer.from(text))
}

test('an envelope of the configured project is accepted', () => {
  expect(refusal('o=42&p=7&r=de', { dsn: saas })).toBeNull()
  expect(refusal('p=7', { dsn: own }, own)).toBeNull()
})

test.each([
  ['another organisation', 'o=43&p=7&r=de', saas],
  ['another project', 'o=42&p=8&r=de', saas],
  ['another region', 'o=42&p=7&r=us', saas],
  ['no region', 'o=42&p=7', saas],
  ['two projects', 'o=42&p=7&p=8&r=de', saas],
  ['no query', '', saas],
  ['a header of another project', 'o=42&p=7&r=de', saas.replace('/7', '/8')],
  ['a header of another host', 'o=42&p=7&r=de', 'https://abc123@evil.example/7'],
  [
    'a header of a host that only begins like ours',
    'o=42&p=7&r=de',
    'https://abc123@o42.ingest.de.sentry.io.evil.example/7',
  ],
  ['a header of another key', 'o=42&p=7&r=de', saas.replace('abc123', 'abc124')],
  ['a header without encryption', 'o=42&p=7&r=de', saas.replace('https', 'http')],
])('an error report for %s is refused', (_, query, dsn) => {
  expect(refusal(query, { dsn })).toBe('foreign')
})

test.each(['', 'null', '[]', '"text"', '{', '{"dsn":1}', '{"dsn":"nothing"}', '{}', `{"dsn":"${'x'.repeat(20_000)}"}`])(
  'an envelope that begins with %.20j is refused',
  (header) => {
    expect(refusal('o=42&p=7&r=de', header)).toBe('malformed')
  },
)
