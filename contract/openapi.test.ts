import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { contract } from './index.ts'
import { openApiDocument } from './openapi.ts'
import { recordedExamples } from './recorded-examples.ts'
import { sandboxEndpoints } from './sandbox.ts'

/** Paths the specification gives that a template of another one also matches; routers prefer the literal one. */
const GIVEN = 'no-ambiguous-paths'
/** An answer of a team’s identity provider sends the browser on: 303 is its success. */
const SENT_ON = 'operation-2xx-response'

/** What Spectral's rules for OpenAPI ask for beyond the recommended ones (decision 238). */
const ASKED_ELSEWHERE = [
  'operation-description',
  'operation-operationId-url-safe',
  'operation-singular-tag',
  'operation-tag-defined',
  'path-params-defined',
  'path-not-include-query',
  'no-duplicated-enum-values',
  'no-invalid-parameter-examples',
  'no-invalid-schema-examples',
  'no-invalid-media-type-examples',
  'no-unused-components',
  'spec-example-values',
  'spec-strict-refs',
  'tag-description',
  'tags-alphabetical',
]

test('the OpenAPI document passes a linter’s rules without a remark, its examples too', async () => {
  const document = openApiDocument({ ...contract, ...sandboxEndpoints }, 'https://gifts.acme.co.uk', recordedExamples)
  const asked = Object.fromEntries(ASKED_ELSEWHERE.map((rule) => [rule, 'error' as const]))
  const config = await createConfig({ extends: ['recommended'], rules: { ...asked, [GIVEN]: 'off', [SENT_ON]: 'off' } })
  const source = JSON.stringify(document)
  const remarks = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(remarks.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  // Each example is held against its schema, which takes its time on a busy machine.
}, 120_000)

test('each tag says what its endpoints are for, and someone can be asked', () => {
  const { tags, info } = openApiDocument({ ...contract, ...sandboxEndpoints }, 'https://gifts.acme.co.uk') as {
    tags: { name: string; description: string }[]
    info: { contact: { url: string } }
  }
  for (const { name, description } of tags) expect(description.length, name).toBeGreaterThan(20)
  expect(info.contact.url).toBe('https://gifts.acme.co.uk/developers')
})

test('every endpoint of the contract is in it, with its permission in words', () => {
  const { paths } = openApiDocument(contract, 'https://gifts.acme.co.uk') as {
    paths: Record<string, Record<string, { operationId: string; description: string }>>
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(contract).sort())
  expect(paths['/api/v2/transactions']!.post!.description).toContain('purchase-hugggs')
})
