import { createRequire } from 'node:module'
import { join } from 'node:path'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import { expect, test } from 'vitest'
import ruleset from '../../.spectral.mjs'
import { contract } from '../index.ts'
import { sandboxEndpoints } from '../sandbox/index.ts'
import { openApiDocument, openApiDocumentInSteps } from './openapi.ts'
import { recordedExamples } from './recorded-examples.ts'

// A CommonJS package: its names hang on its default.
const { Spectral } = spectralCore

// Both make a validator for each example, and use it once: to shorten its code first, as they do, takes a fifth of their time.
const from = (path: string) => createRequire(createRequire(import.meta.url).resolve(path))
for (const its of [
  from('@redocly/openapi-core')('@redocly/ajv/dist/compile/codegen'),
  createRequire(from('@stoplight/spectral-rulesets').resolve('@stoplight/spectral-functions'))(
    'ajv/dist/compile/codegen',
  ),
]) {
  its.CodeGen.prototype.optimize = () => {}
}

const document = openApiDocument({ ...contract, ...sandboxEndpoints }, 'https://gifts.acme.co.uk', recordedExamples)

interface Parameter {
  name: string
  description?: string
}

// Each example is held against its schema, which takes its time on a busy machine.
const LINTING_MS = 300_000

test(
  'the OpenAPI document passes the rules of Redocly without a warning, its examples too',
  async () => {
    const config = await loadConfig({ configPath: join(import.meta.dirname, '../../redocly.yaml') })
    const remarks = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
    expect(remarks.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  },
  LINTING_MS,
)

test(
  'the OpenAPI document passes the rules of Spectral without a warning, its examples too',
  async () => {
    const spectral = new Spectral()
    spectral.setRuleset(ruleset as RulesetDefinition)
    const remarks = await spectral.run(JSON.parse(JSON.stringify(document)))
    expect(remarks.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
  },
  LINTING_MS,
)

test('Spectral finds the mistakes of a broken document, so its rules are in force', async () => {
  const spectral = new Spectral()
  spectral.setRuleset(ruleset as RulesetDefinition)
  const { openapi, info, servers } = document
  const get = { operationId: 'lost', responses: { 404: { description: 'Not there.' } } }
  const remarks = await spectral.run({ openapi, info, servers, paths: { '/lost': { get } } } as Record<string, unknown>)
  expect(remarks.map(({ code }) => code)).toContain('operation-success-response')
})

test('each tag says what its endpoints are for, and the OpenAPI document names a contact', () => {
  const { tags, info } = document as unknown as {
    tags: { name: string; description: string }[]
    info: { contact: { url: string } }
  }
  for (const { name, description } of tags) expect(description.length, name).toBeGreaterThan(20)
  expect(info.contact.url).toBe('https://gifts.acme.co.uk/developers')
})

test('every parameter in the OpenAPI document says what it is for', () => {
  const paths = document.paths as Record<string, Record<string, { operationId: string; parameters: Parameter[] }>>
  const undescribed = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId, parameters }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
    ),
  )
  expect(undescribed).toEqual([])
})

test('every endpoint of the contract is in the OpenAPI document, with its permission in words', () => {
  const { paths } = openApiDocument(contract, 'https://gifts.acme.co.uk') as {
    paths: Record<string, Record<string, { operationId: string; description: string }>>
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(contract).sort())
  expect(paths['/api/v2/transactions']!.post!.description).toContain('purchase-hugggs')
})

test('made in steps, the document is the same, with a pause after each endpoint', async () => {
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const all = { ...contract, ...sandboxEndpoints }
  expect(await openApiDocumentInSteps(pause, all, 'https://gifts.acme.co.uk', recordedExamples)).toEqual(document)
  expect(pauses).toBe(Object.keys(all).length)
})
