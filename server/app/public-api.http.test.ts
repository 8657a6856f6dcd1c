import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { publishedCalls } from '#server/testing/original-clients/published-calls.ts'
import { publishedFields } from '#server/testing/original-clients/published-fields.ts'
import { publishedRules } from '#server/testing/original-clients/published-rules.ts'
import { type PublishedWorld, publishedWorld } from '#server/testing/original-clients/published-world.ts'

/** The original's public API as its documentation has it and programs use it: each of its promises is one test. */
let app: TestApp
let world: PublishedWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await publishedWorld(app)
})
afterAll(() => app?.close())

describe('calls of the original’s public API are answered as published:', () => {
  test.each(publishedCalls)('%s', (_, holds) => holds(world))
})

describe.each(Object.entries(publishedFields))('a %s of v2 has, as programs read it,', (kind, fields) => {
  test.each(Object.entries(fields))('%s', async (field, is) => {
    const record = await world.record(kind as keyof typeof publishedFields)
    expect(record).toHaveProperty([field])
    expect(is(record[field]), `${kind}.${field} is ${JSON.stringify(record[field])}`).toBe(true)
  })
})

describe('rules of the original’s public API hold on every call:', () => {
  test.each(publishedRules)('%s', (_, holds) => holds(world))
})
