import { expect, test } from 'vitest'
import { auditActions } from '#contract/reports/audit-actions.ts'
import storedActions from '#contract/reports/stored-audit-actions.json' with { type: 'json' }
import { eventOptions } from './event-options.ts'

test('an operator chooses every act of a customer’s trail under one heading', () => {
  const offered = eventOptions.flatMap(({ options }) => options.map(({ value }) => value))
  expect(offered.toSorted()).toEqual([...auditActions, ...Object.keys(storedActions)].toSorted())
  for (const { label, options } of eventOptions) expect(options.length, label).toBeGreaterThan(0)
})
