import { expect, test } from 'vitest'
import { webhookEventTypes } from '#contract/webhooks/webhook-events.ts'
import { eventGroups } from './labels.ts'

test('each webhook event that can be sent can be chosen, once', () => {
  const offered = eventGroups.flatMap(({ events }) => events.map(([type]) => type))
  expect(offered.sort()).toEqual([...webhookEventTypes].sort())
})
