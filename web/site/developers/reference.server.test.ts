import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { ErrorBody } from '#contract/reference/openapi.ts'
import { webhookEventTypes } from '#contract/webhooks/webhook-events.ts'
import { curl } from './curl.ts'
import { findChapter, listChapters, listEvents, recordedRefusal } from './reference.server.ts'

const chapters = listChapters().map(({ slug }) => findChapter(slug)!)
const operations = chapters.flatMap((chapter) => chapter.operations)

test('every endpoint is in the reference once, with who may call it and what can go wrong', () => {
  expect(operations.map(({ id }) => id).sort()).toEqual(
    Object.values(contract)
      .map(({ id }) => id)
      .sort(),
  )
  for (const { id, access, errors } of operations) {
    expect(access, id).toBeTruthy()
    expect(errors.length, id).toBeGreaterThan(0)
  }
})

test('the reference shows what is sent and what is answered, with its fields and an example', () => {
  const { body, answer, parameters, idempotent } = operations.find(({ id }) => id === 'createTransaction')!
  expect(idempotent).toBe(true)
  expect(parameters.map(({ name }) => name)).toContain('Idempotency-Key')
  expect(body!.fields.map(({ name, required }) => [name, required])).toContainEqual(['purchase', true])
  expect(body!.fields.find(({ name }) => name === 'purchase')!.fields.map(({ name }) => name)).toContain(
    'deliveryMethod',
  )
  expect(JSON.parse(body!.example)).toHaveProperty('payment.method')
  expect(JSON.parse(answer!.example)).toHaveProperty('data.id')
})

test('every operation has an example, as a test sent it, or as it was refused', () => {
  const without = operations.filter(
    ({ examplePath, answer, errors }) =>
      examplePath.includes('{') ||
      !(answer === null || answer.isRecorded || errors.some(({ example }) => example !== null)),
  )
  expect(without.map(({ id }) => id)).toEqual([])
})

test('a chapter of the reference starts with what it is about: buying before reminding', () => {
  expect(findChapter('transactions')!.operations[0]!.id).toBe('createTransaction')
  expect(findChapter('automated-budgets')!.operations[0]!.id).toBe('createBudget')
})

test('the sandbox has a chapter of its own in the reference, where there is a sandbox', () => {
  expect(listChapters(true).map(({ name }) => name)).toContain('Sandbox')
  expect(listChapters().map(({ name }) => name)).not.toContain('Sandbox')
  expect(findChapter('sandbox')).toBeNull()
  const clock = findChapter('sandbox', true)!.operations.find(
    ({ path, method }) => path === '/sandbox/clock' && method === 'POST',
  )
  expect(JSON.parse(clock!.body!.example)).toHaveProperty('advance')
})

test('an example of the reference says who is calling as the guide does, and holds no unknown id', () => {
  const curlExample = (id: string) => curl(operations.find((one) => one.id === id)!, 'http://posy.test', true)
  expect(curlExample('createTransaction')).toContain('-H "X-Huggg-API-Key: posy_demo_customer_key_0001"')
  expect(curlExample('redeemHuggg')).toContain('-H "Authorization: Bearer $TOKEN"')
  expect(curlExample('cancelHuggg')).toMatch(
    /^HUGGG_ID="…"\ncurl -X POST "http:\/\/posy.test\/api\/v2\/hugggs\/\$HUGGG_ID\/cancel"/,
  )
  for (const { id } of operations) expect(curlExample(id), id).not.toMatch(/4000-8000-e\d{11}/)
})

test('the reference says which scope an API key needs, where a key may call at all', () => {
  const operationScopes = (id: string) => operations.find((operation) => operation.id === id)!.scopes
  expect(operationScopes('searchHugggs')).toEqual(['read'])
  expect(operationScopes('createTransaction')).toEqual(['send', 'manage'])
  expect(operationScopes('deleteCard')).toEqual(['manage'])
  expect(operationScopes('redeemHuggg')).toEqual([])
})

test('every webhook event is in the reference with its fields, each described, and an example', () => {
  const events = listEvents()
  expect(events.map(({ type }) => type)).toEqual([...webhookEventTypes, 'test.ping'])
  for (const { type, fields, example } of events) {
    expect(
      fields.every(({ description }) => description),
      type,
    ).toBe(true)
    expect(Object.keys(JSON.parse(example).data), type).toEqual(fields.map(({ name }) => name))
  }
})

test('the error that the reference shows was answered, with the words that are on the wire', () => {
  const shown = ErrorBody.parse(JSON.parse(recordedRefusal()))
  expect(shown.error).toBe(shown.message)
  expect(shown).toMatchObject({
    code: 'invalid_fields',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    details: expect.arrayContaining([expect.objectContaining({ path: expect.any(String) })]),
  })
})

test('an unknown chapter of the reference is not found', () => {
  expect(findChapter('constructor')).toBeNull()
  expect(findChapter('')).toBeNull()
})
