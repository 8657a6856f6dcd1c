import { expect, test } from 'vitest'
import { webhookEventTypes } from '#contract/webhooks/webhook-events.ts'
import { eventGroups, offeredGroups } from './labels.ts'

test('each webhook event that can be sent can be chosen, once', () => {
  const offered = eventGroups.flatMap(({ events }) => events.map(([type]) => type))
  expect(offered.sort()).toEqual([...webhookEventTypes].sort())
})

test('events of awards are offered to teams that give them, and where they were chosen before', () => {
  const titles = (...offer: Parameters<typeof offeredGroups>) => offeredGroups(...offer).map(({ title }) => title)
  expect(titles(true, [])).toContain('Awards')
  expect(titles(false, []).filter((title) => /award/i.test(title))).toEqual([])
  expect(titles(false, ['award.cashed']).filter((title) => /award/i.test(title))).toEqual(['Awards'])
})
